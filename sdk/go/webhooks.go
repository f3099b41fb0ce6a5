package lintel

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
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

func keysOf(secrets []string) [][]byte {
	if secrets == nil {
		secrets = strings.Fields(os.Getenv("LINTEL_WEBHOOK_SECRET"))
	}
	var keys [][]byte
	for _, text := range secrets {
		// As it is often pasted: with line ends, in quotes, or with the name of the scheme in front.
		text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), `"'`))
		text = strings.TrimSpace(strings.TrimPrefix(text, "v1,"))
		if text != "" { // anyone can sign with a variable that is not set
			keys = append(keys, []byte(text))
		}
	}
	return keys
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

func mismatch(keys [][]byte) error {
	message := "the signature does not fit: another secret, or a body that was changed on its way"
	for _, key := range keys {
		if strings.HasPrefix(string(key), "whsec_") {
			return refuse("signature_mismatch", message)
		}
	}
	return refuse("signature_mismatch", message+". No secret begins with whsec_: copy the endpoint's whole secret")
}

// VerifyWebhook returns the event of a webhook that is the service's own and fresh. It needs no client and no network.
//
// rawBody is the body exactly as it arrived (io.ReadAll(r.Body)), before any JSON parser; header is the value of
// X-Service-Signature; secrets are the endpoint's secret, or several while it is being rolled: nil reads
// LINTEL_WEBHOOK_SECRET, where spaces separate them. The error is a *WebhookVerificationError: answer 401.
func VerifyWebhook(rawBody []byte, header string, secrets []string, options ...VerifyOption) (*WebhookEvent, error) {
	given := verifyOptions{tolerance: DefaultTolerance, now: time.Now()}
	for _, option := range options {
		option(&given)
	}
	keys := keysOf(secrets)
	if len(keys) == 0 {
		return nil, refuse("no_secret", "no secret: pass the endpoint's, or set LINTEL_WEBHOOK_SECRET")
	}
	timestamp, signatures, ok := parseSignatures(header)
	if !ok {
		return nil, refuse("malformed_header",
			"X-Service-Signature is missing, or not of the form t=<Unix seconds>,v1=<64 hex digits>")
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
		return nil, mismatch(keys)
	}

	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	signedAt := time.Unix(seconds, 0)
	if age := given.now.Sub(signedAt); age > given.tolerance || age < -given.tolerance {
		reason := "timestamp_too_old"
		if age < 0 {
			reason = "timestamp_in_future"
		}
		return nil, refuse(reason, fmt.Sprintf(
			"signed at %s, and it is %s here, more than %v apart: a repeat of an old webhook, or a clock that is wrong",
			signedAt.UTC().Format(time.RFC3339), given.now.UTC().Format(time.RFC3339), given.tolerance))
	}
	var event WebhookEvent
	if len(rawBody) == 0 || json.Unmarshal(rawBody, &event) != nil {
		return nil, refuse("body_not_json", "the signature is right, but the body is no JSON object")
	}
	event.Raw = append(json.RawMessage(nil), rawBody...)
	return &event, nil
}
