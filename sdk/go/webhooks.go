package lintel

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxHeaderBytes = 4096 // a header of this service has at most 150
	// DefaultTolerance is how far a webhook's time may lie from now, both ways.
	DefaultTolerance = 300 * time.Second
)

var (
	timestampForm = regexp.MustCompile(`^[0-9]{1,12}$`)
	signatureForm = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// Webhooks checks the signatures of webhooks.
type Webhooks struct{ now func() time.Time }

// VerifyOption changes how a webhook is checked.
type VerifyOption func(*verifyOptions)

type verifyOptions struct {
	tolerance time.Duration
	now       time.Time
}

// WithTolerance sets how far the signature's time may lie from now, both ways; DefaultTolerance if absent.
func WithTolerance(d time.Duration) VerifyOption { return func(o *verifyOptions) { o.tolerance = d } }

// WithNow sets the clock, for tests.
func WithNow(now time.Time) VerifyOption { return func(o *verifyOptions) { o.now = now } }

// Verify is VerifyWebhook with the client's clock.
func (w *Webhooks) Verify(rawBody []byte, header string, secrets []string, options ...VerifyOption) (*WebhookEvent, error) {
	return VerifyWebhook(rawBody, header, secrets, append([]VerifyOption{WithNow(w.now())}, options...)...)
}

var (
	inQuotes = regexp.MustCompile(`^(?s:"(.*)"|'(.*)')$`)
	scheme   = regexp.MustCompile(`^v1a?,`)
)

// keysOf returns what a secret as it was pasted can stand for: in white space or quotes, with the v1, of Standard Webhooks
// in front, or without whsec_. Each is a reading of the same secret, so none weakens the check.
func keysOf(text string) [][]byte {
	bare := inQuotes.ReplaceAllString(strings.TrimSpace(text), "$1$2")
	bare = strings.TrimSpace(scheme.ReplaceAllString(bare, ""))
	switch {
	case bare == "" || bare == "whsec_": // anyone can sign with a variable that is not set
		return nil
	case strings.HasPrefix(bare, "whsec_"):
		return [][]byte{[]byte(bare)}
	}
	return [][]byte{[]byte(bare), []byte("whsec_" + bare)}
}

// Other keys, and v1 that are no SHA-256, are left to later versions of the scheme.
func parseSignatures(header string) (timestamp string, signatures [][]byte, ok bool) {
	if len(header) > maxHeaderBytes {
		return "", nil, false
	}
	var timestamps []string
	for _, part := range strings.Split(header, ",") {
		key, value, _ := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if key == "t" {
			timestamps = append(timestamps, value)
		} else if key == "v1" && signatureForm.MatchString(value) {
			signature, _ := hex.DecodeString(value)
			signatures = append(signatures, signature)
		}
	}
	if len(timestamps) != 1 || !timestampForm.MatchString(timestamps[0]) || len(signatures) == 0 {
		return "", nil, false
	}
	return timestamps[0], signatures, true
}

func refuse(reason, message string) error { return &WebhookVerificationError{reason, message} }

func malformed(header string) error {
	message := "X-Service-Signature is not of the form t=<Unix seconds>,v1=<64 hex digits>. Hand it over as it arrived, and once"
	if header == "" {
		message = "the header X-Service-Signature is missing. Hand over its value; a proxy may have dropped it"
	} else if scheme.MatchString(header) {
		message = "this is the header webhook-signature of Standard Webhooks. Hand over X-Service-Signature"
	}
	return refuse("malformed_header", message)
}

func mismatch(secrets []string, body []byte) error {
	for _, text := range secrets {
		if strings.HasPrefix(strings.TrimSpace(text), "avk_") {
			return refuse("signature_mismatch", "the secret is an API key. Use the endpoint's secret: it begins with whsec_, "+
				"and the console shows it once")
		}
	}
	if strings.HasPrefix(string(body), "ey") { // base64 of {"
		return refuse("signature_mismatch", "the body is in base64. Decode it first: AWS Lambda says so by isBase64Encoded")
	}
	return refuse("signature_mismatch", "no signature fits. Either the secret belongs to another endpoint or mode, or the "+
		"body is not the one that arrived: hand over its raw bytes")
}

// VerifyWebhook returns the event of a webhook that is the service's own and fresh. It needs no client and no network.
//
// rawBody is the body exactly as it arrived (io.ReadAll(r.Body)), before any JSON parser; header is the value of
// X-Service-Signature; secrets are the endpoint's secret, or several while it is being rolled: nil reads
// LINTEL_WEBHOOK_SECRET, where spaces separate them. A
// *WebhookVerificationError means: answer 401. A *UsageError: the signed body is no JSON.
func VerifyWebhook(rawBody []byte, header string, secrets []string, options ...VerifyOption) (*WebhookEvent, error) {
	given := verifyOptions{tolerance: DefaultTolerance, now: time.Now()}
	for _, option := range options {
		option(&given)
	}
	if secrets == nil {
		secrets = strings.Fields(os.Getenv("LINTEL_WEBHOOK_SECRET"))
	}
	var keys [][]byte
	for _, text := range secrets {
		keys = append(keys, keysOf(text)...)
	}
	if len(keys) == 0 {
		return nil, refuse("no_secret", "there is no webhook secret. Pass the endpoint's (whsec_…), or set LINTEL_WEBHOOK_SECRET")
	}
	timestamp, signatures, ok := parseSignatures(header)
	if !ok {
		return nil, malformed(header)
	}

	matches := 0
	for _, key := range keys { // no early exit: the time taken must reveal nothing
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(timestamp + "."))
		mac.Write(rawBody)
		expected := mac.Sum(nil)
		for _, signature := range signatures {
			if hmac.Equal(signature, expected) {
				matches++
			}
		}
	}
	if matches == 0 {
		return nil, mismatch(secrets, rawBody)
	}

	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	signedAt := time.Unix(seconds, 0)
	if age := given.now.Sub(signedAt); age > given.tolerance || age < -given.tolerance {
		reason := "timestamp_too_old"
		if age < 0 {
			reason = "timestamp_in_future"
		}
		return nil, refuse(reason, fmt.Sprintf(
			"the signature fits, but was made at %s, and this machine's clock says %s: %.0f s apart, %.0f s allowed. Check the "+
				"clock (NTP); if it is right, this is an old webhook sent again",
			signedAt.UTC().Format(time.RFC3339), given.now.UTC().Format(time.RFC3339),
			math.Abs(given.now.Sub(signedAt).Seconds()), given.tolerance.Seconds()))
	}
	var event WebhookEvent
	// encoding/json takes null for an empty object, and puts U+FFFD in the place of what is no UTF-8.
	isObject := bytes.HasPrefix(bytes.TrimLeft(rawBody, " \t\r\n"), []byte("{"))
	if !isObject || !utf8.Valid(rawBody) || json.Unmarshal(rawBody, &event) != nil {
		return nil, &UsageError{"the webhook is genuine, but its body is no JSON object"}
	}
	event.Raw = append(json.RawMessage(nil), rawBody...)
	return &event, nil
}
