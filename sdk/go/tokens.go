package lintel

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	maxTokenBytes = 4096 // this service's have some 700
	refetchEvery  = 30 * time.Second
	defaultMaxAge = 5 * time.Minute
	longestMaxAge = 24 * time.Hour
	lastSecond    = 253_402_300_799 // of the year 9999
)

// Offline says what a token must be, for ValidateOffline.
type Offline struct {
	// Audience is your tenant's id, ten_….
	Audience string
	// Issuer is the service's public address, if it is not the base URL.
	Issuer string
	// Mode is "live" or "test": tokens of the other mode are refused. Empty: that of the API key.
	Mode string
	// Tolerance is how long after its expiry a token still counts, for clocks that differ: 30 s if 0, none if negative.
	Tolerance time.Duration
}

// Validate asks the service whether a token is valid. One that is not is an answer with Valid false, not an error.
func (c *Client) Validate(ctx context.Context, token string, options ...CallOption) (*ValidateResponse, error) {
	body := map[string]any{"token": token}
	asked := request{method: "POST", path: "/tokens/validate", credential: tenantKey, body: body}
	return callFor[ValidateResponse](ctx, c.core, asked, options)
}

// ValidateOffline checks a token with the service's public keys, which are fetched now and then. It does not see whether
// a token was revoked or its verification erased.
func (c *Client) ValidateOffline(ctx context.Context, token string, must Offline) (*ValidateResponse, error) {
	if must.Audience == "" {
		return nil, &UsageError{"offline validation needs the audience: your tenant's id (ten_…)"}
	}
	if must.Issuer == "" {
		must.Issuer = c.core.baseURL
	}
	if must.Mode != "" && must.Mode != "live" && must.Mode != "test" {
		return nil, &UsageError{"Mode must be live or test"}
	}
	if must.Mode == "" {
		must.Mode = "live"
		if key := c.core.keys[tenantKey]; key != nil && strings.HasPrefix(key(), "avk_test_") {
			must.Mode = "test"
		}
	}
	if must.Tolerance == 0 {
		must.Tolerance = 30 * time.Second
	} else if must.Tolerance < 0 {
		must.Tolerance = 0
	}
	texts := strings.Split(token, ".")
	if len(token) > maxTokenBytes || len(texts) != 3 {
		return refusedToken("TOKEN_INVALID"), nil
	}
	head, body, signature := decodePart(texts[0]), decodePart(texts[1]), decodePart(texts[2])
	kid, ok := kidOf(head)
	if !ok || body == nil || len(signature) != 64 {
		return refusedToken("TOKEN_INVALID"), nil
	}
	key, err := c.core.keySet.find(ctx, c.core, kid)
	if err != nil {
		return nil, err
	}
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]) // RFC 7518 §3.4
	digest := sha256.Sum256([]byte(texts[0] + "." + texts[1]))
	if key == nil || !ecdsa.Verify(key, digest[:], r, s) {
		return refusedToken("TOKEN_INVALID"), nil
	}
	return judge(body, must, c.core.now()), nil
}

func refusedToken(reason string) *ValidateResponse { return &ValidateResponse{Reason: reason} }

// Base64url that is the only text of its bytes (RFC 7515 §2).
func decodePart(part string) []byte {
	decoded, err := base64.RawURLEncoding.Strict().DecodeString(part)
	if err != nil || part == "" || strings.ContainsAny(part, "\r\n") {
		return nil
	}
	return decoded
}

func kidOf(head []byte) (string, bool) {
	var header map[string]any
	if !utf8.Valid(head) || json.Unmarshal(head, &header) != nil {
		return "", false
	}
	// RFC 8725 §3.1: the algorithm is ours, never the token's. crit (RFC 7515 §4.1.11) names what we do not know.
	if _, isCritical := header["crit"]; isCritical || header["alg"] != "ES256" || header["typ"] != "JWT" {
		return "", false
	}
	kid, isText := header["kid"].(string)
	return kid, isText
}

type claims map[string]any

func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

func (c claims) whole(name string) (int64, bool) {
	number, isNumber := c[name].(float64)
	return int64(number), isNumber && number >= 0 && number <= lastSecond && number == math.Trunc(number)
}

func (c claims) areWhole() bool {
	for _, name := range []string{"iss", "sub", "jti"} {
		if c.text(name) == "" {
			return false
		}
	}
	for _, name := range []string{"exp", "iat", "minimum_age"} {
		if _, ok := c.whole(name); !ok {
			return false
		}
	}
	if _, isGiven := c["verified_age"]; isGiven {
		if _, ok := c.whole("verified_age"); !ok {
			return false
		}
	}
	if test, isGiven := c["test"]; isGiven && test != true {
		return false
	}
	_, isBool := c["over18"].(bool)
	return isBool && c["verified"] == true
}

// In the service's own order: shape and issuer, audience, mode, expiry.
func judge(body []byte, must Offline, now time.Time) *ValidateResponse {
	var c claims
	// encoding/json would put U+FFFD in the place of what is no UTF-8.
	if !utf8.Valid(body) || json.Unmarshal(body, &c) != nil || !c.areWhole() ||
		strings.TrimRight(c.text("iss"), "/") != strings.TrimRight(must.Issuer, "/") {
		return refusedToken("TOKEN_INVALID")
	}
	if c.text("aud") != must.Audience {
		return refusedToken("TENANT_MISMATCH")
	}
	// A test proves nothing, so a token of the other mode is as unknown as it is online.
	if (c["test"] == true) != (must.Mode == "test") {
		return refusedToken("TOKEN_NOT_FOUND")
	}
	seconds, _ := c.whole("exp")
	expiresAt := time.Unix(seconds, 0).UTC()
	if !now.Before(expiresAt.Add(must.Tolerance)) {
		return refusedToken("TOKEN_EXPIRED")
	}
	minimum, _ := c.whole("minimum_age")
	result := &ValidateResponse{
		Valid: true, Over18: c["over18"] == true, VerificationID: c.text("sub"),
		MinimumAge: &minimum, ExpiresAt: expiresAt.Format("2006-01-02T15:04:05.000Z"),
	}
	if age, isKnown := c.whole("verified_age"); isKnown {
		result.VerifiedAge = &age
	}
	addAges(result, c)
	return result
}

var ageOver = regexp.MustCompile(`^age_over_(\d{1,2})$`)

func addAges(result *ValidateResponse, c claims) {
	for name, value := range c {
		match := ageOver.FindStringSubmatch(name)
		isOver, isBool := value.(bool)
		if match == nil || !isBool {
			continue
		}
		if result.AgeOver == nil {
			result.AgeOver, result.Band = map[string]bool{}, &ValidateResponseBand{}
		}
		years, _ := strconv.ParseInt(match[1], 10, 64)
		result.AgeOver[strconv.FormatInt(years, 10)] = isOver
		if band := result.Band; isOver && (band.AtLeast == nil || years > *band.AtLeast) {
			band.AtLeast = Int(years)
		} else if !isOver && (band.Below == nil || years < *band.Below) {
			band.Below = Int(years)
		}
	}
}

// keySet is the service's public keys: fetched when first asked for and when they are stale, and for a kid that is not
// listed at most once in 30 s, or forged tokens could make us ask without end. One fetch serves all that wait, each as long
// as its context allows. While the service is away, the keys of the last day are used; without any, its error counts for 30 s.
type keySet struct {
	mu                 sync.Mutex
	keys               map[string]*ecdsa.PublicKey
	fetchedAt, triedAt time.Time
	maxAge             time.Duration
	failure            error
	landed             chan struct{} // closed when the fetch that is under way has ended; nil: there is none
}

// find returns nil for a kid that is not listed.
func (k *keySet) find(ctx context.Context, c *core, kid string) (*ecdsa.PublicKey, error) {
	landed, err := k.flight(c, kid)
	if err != nil {
		return nil, err
	}
	if landed != nil {
		select {
		case <-landed:
		case <-ctx.Done():
			return nil, stopped(ctx.Err())
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failure != nil && !k.mayServe(c.now()) {
		return nil, k.failure
	}
	return k.keys[kid], nil
}

func (k *keySet) mayServe(now time.Time) bool {
	return k.keys != nil && now.Sub(k.fetchedAt) < longestMaxAge
}

// flight returns what to wait for before this key is looked up, and begins the fetch if nobody has; nil: nothing.
func (k *keySet) flight(c *core, kid string) (<-chan struct{}, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := c.now()
	mayServe := k.mayServe(now)
	isListed := mayServe && k.keys[kid] != nil
	switch isFresh := now.Sub(k.fetchedAt) < k.maxAge; {
	case isListed && (isFresh || k.landed != nil):
		return nil, nil
	case k.landed != nil:
		return k.landed, nil
	case now.Sub(k.triedAt) < refetchEvery && mayServe:
		return nil, nil
	case now.Sub(k.triedAt) < refetchEvery && k.failure != nil:
		return nil, k.failure
	}
	landed := make(chan struct{})
	k.triedAt, k.landed = now, landed
	// With the client's own times, and no caller's context: who gives up takes nothing from the others.
	go func() {
		keys, header, err := fetchKeys(c)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.failure = err; err == nil {
			k.keys, k.fetchedAt, k.triedAt, k.maxAge = keys, c.now(), c.now(), maxAgeOf(header)
		}
		k.landed = nil
		close(landed)
	}()
	return landed, nil
}

func fetchKeys(c *core) (map[string]*ecdsa.PublicKey, http.Header, error) {
	var listed struct {
		Keys []json.RawMessage `json:"keys"`
	}
	asked := request{method: "GET", path: "/.well-known/jwks.json"}
	header, err := c.call(context.Background(), asked, callOptions{}, &listed)
	if err != nil {
		return nil, nil, err
	}
	if listed.Keys == nil {
		return nil, nil, unusable("the service's keys at /.well-known/jwks.json are no JSON Web Key Set")
	}
	keys := map[string]*ecdsa.PublicKey{}
	for _, raw := range listed.Keys {
		if id, key := publicKey(raw); key != nil {
			keys[id] = key
		}
	}
	return keys, header, nil
}

var (
	maxAge    = regexp.MustCompile(`(?i)\bmax-age\s*=\s*"?(\d{1,9})`)
	notStored = regexp.MustCompile(`(?i)\bno-(store|cache)\b`)
)

// How long keys may be used before they are fetched again (RFC 9111 §5.2.2).
func maxAgeOf(header http.Header) time.Duration {
	control := header.Get("Cache-Control")
	if notStored.MatchString(control) {
		return refetchEvery
	}
	age := defaultMaxAge
	if match := maxAge.FindStringSubmatch(control); match != nil {
		seconds, _ := strconv.Atoi(match[1])
		age = time.Duration(seconds) * time.Second
	}
	if age > longestMaxAge {
		return longestMaxAge
	}
	return max(age, refetchEvery)
}

// publicKey reads a P-256 key (RFC 7518 §6.2.1).
func publicKey(raw json.RawMessage) (string, *ecdsa.PublicKey) {
	var jwk struct{ Kty, Crv, Alg, Use, Kid, X, Y string }
	if json.Unmarshal(raw, &jwk) != nil || jwk.Kty != "EC" || jwk.Crv != "P-256" || jwk.Kid == "" ||
		firstOf(jwk.Alg, "ES256") != "ES256" || firstOf(jwk.Use, "sig") != "sig" {
		return "", nil
	}
	x, y := decodePart(jwk.X), decodePart(jwk.Y)
	if len(x) != 32 || len(y) != 32 {
		return "", nil
	}
	key := &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
	if !key.Curve.IsOnCurve(key.X, key.Y) {
		return "", nil
	}
	return jwk.Kid, key
}
