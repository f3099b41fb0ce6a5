package lintel

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// EventStore is where a shop notes which events it has handled. Tx is what its functions write with: a transaction of its
// database. Keep the ids for as long as the service keeps events; one store is for one tenant.
type EventStore[Tx any] interface {
	// Once runs work in a transaction that notes the id as well, unless the id is noted: then it returns false. If work
	// returns an error, nothing of either stays. If two come at once with one id, the second waits for the first's end.
	Once(ctx context.Context, eventID string, work func(tx Tx) error) (bool, error)
	// Cursor is what SaveCursor was last given for this stream, "live" or "test"; empty: nothing.
	Cursor(ctx context.Context, stream string) (string, error)
	SaveCursor(ctx context.Context, stream, cursor string) error
}

// EventContext is what is known of an event beside its body.
type EventContext[Tx any] struct {
	// EventID is evt_…: the same however often and on whichever way it comes.
	EventID string
	// Tx is what the store gives: write with it, and the event's note and your effect are kept or lost together.
	Tx Tx
	// Source is "delivery", a webhook, or "events": CatchUp has read it.
	Source string
	// VerificationID is empty for events about the tenant. In a delivery it comes from a header that is not signed.
	VerificationID string
	// Mode is "live" or "test", as VerificationID; empty where the header is missing.
	Mode string
}

// WebhookFunction does what an event asks for. Its error makes the service deliver the event again.
type WebhookFunction[Tx any] func(ctx context.Context, event *WebhookEvent, about EventContext[Tx]) error

// WebhookHandlerConfig is what NewWebhookHandler needs: On and Store.
type WebhookHandlerConfig[Tx any] struct {
	// On says what to do, by the event's name. "default" gets every other event; without it, others are ignored.
	On    map[string]WebhookFunction[Tx]
	Store EventStore[Tx]
	// Client is for CatchUp.
	Client *Client
	// Secrets are the endpoint's, several while one is being rolled; nil reads LINTEL_WEBHOOK_SECRET.
	Secrets []string
	// MaxBytes is how long a body may be: a longer one is answered with 413. 0: 1 MiB.
	MaxBytes int64
	// Tolerance is how far a webhook's time may lie from now; 0: DefaultTolerance.
	Tolerance time.Duration
	// Log gets what was refused, what failed and what may be missing; nil: log.Print.
	Log func(message string)
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// WebhookHandler receives webhooks and hands each event to the shop's function once: it limits and checks what comes, forgets
// what came before, and with CatchUp reads what was missed.
//
// It answers 204 to what is handled, known or of no interest; 500 where the function or the store fails, so that the service
// delivers again; 401 with the reason to what is not genuine; 413 to what is too long; 400 to what is signed and no event.
type WebhookHandler[Tx any] struct{ config WebhookHandlerConfig[Tx] }

// CaughtUp counts what CatchUp has read. Gap: events before these may be missing, because the service did not keep them for as
// long as the store did not ask.
type CaughtUp struct {
	Handled, Known, Ignored int
	Gap                     bool
}

// A misspelt name would mean events that are answered with 204 and never handled.
const eventNames = " verification.completed verification.failed verification.expired verification.appealed " +
	"verification.redacted alert.raised alert.resolved endpoint.failing endpoint.disabled endpoint.recovered " +
	"delivery.exhausted default "

// NewWebhookHandler returns an http.Handler for webhooks. A *UsageError: On is empty or names no event.
func NewWebhookHandler[Tx any](config WebhookHandlerConfig[Tx]) (*WebhookHandler[Tx], error) {
	if len(config.On) == 0 || config.Store == nil {
		return nil, &UsageError{`Config.On and Config.Store are needed: say what to do, for example with "default"`}
	}
	for name, function := range config.On {
		if function == nil || name == "" || !strings.Contains(eventNames, " "+name+" ") {
			return nil, &UsageError{fmt.Sprintf(
				"there is no event %.80q, or no function for it. One that this release does not know goes to default", name)}
		}
	}
	if config.MaxBytes <= 0 {
		config.MaxBytes = 1 << 20 // the service's webhooks have a few kilobytes
	}
	if config.Tolerance <= 0 {
		config.Tolerance = DefaultTolerance
	}
	if config.Log == nil {
		config.Log = func(message string) { log.Print(message) }
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	return &WebhookHandler[Tx]{config}, nil
}

const (
	noID = "one of webhook-id, webhook-timestamp and webhook-signature is missing: the event's id is signed there. A proxy may " +
		"have dropped them"
	otherID = "the body is signed, but not with this webhook-id: it was changed on its way, or the secret is not whole"
)

var (
	verificationForm = regexp.MustCompile(`^ver_\w{1,60}$`)
	cursorForm       = regexp.MustCompile(`^\d{1,15}$`)
)

// ServeHTTP answers one delivery. What has no signature is not read: anyone can send anything here.
func (h *WebhookHandler[Tx]) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	event, id, status, err := h.open(w, r)
	if err != nil {
		reason := map[int]string{400: "no_event", 413: "body_too_large"}[status]
		var refused *WebhookVerificationError
		if errors.As(err, &refused) {
			reason = refused.Reason
		}
		h.config.Log(fmt.Sprintf("a webhook was refused (%s): %v", reason, err))
		w.Header().Set("Connection", "close") // what was not read would be taken for the next request
		http.Error(w, reason, status)
		return
	}
	about := EventContext[Tx]{EventID: id, Source: "delivery"}
	if given := r.Header.Get("X-Verification-Id"); verificationForm.MatchString(given) {
		about.VerificationID = given
	}
	if given := r.Header.Get("X-Verification-Mode"); given == "live" || given == "test" {
		about.Mode = given
	}
	if _, err := h.once(r.Context(), event, about); err != nil {
		h.config.Log(fmt.Sprintf("a webhook failed; the service will deliver it again: %v", err))
		http.Error(w, "handler_failed", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *WebhookHandler[Tx]) open(w http.ResponseWriter, r *http.Request) (*WebhookEvent, string, int, error) {
	header := r.Header.Get("X-Service-Signature")
	id, at, signature := r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp"), r.Header.Get("webhook-signature")
	if _, _, ok := parseSignatures(header); !ok {
		return nil, "", 401, malformed(header)
	}
	if id == "" || at == "" || signature == "" {
		return nil, "", 401, refuse("malformed_header", noID)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.config.MaxBytes))
	if err != nil {
		return nil, "", 413, fmt.Errorf("the body could not be read, or has more than %d bytes", h.config.MaxBytes)
	}
	event, err := VerifyWebhook(body, header, h.config.Secrets, WithTolerance(h.config.Tolerance), WithNow(h.config.Now()))
	var refused *WebhookVerificationError
	if errors.As(err, &refused) {
		return nil, "", 401, err
	} else if err != nil {
		return nil, "", 400, err
	}
	if !isIDSigned(id, at, signature, body, h.config.Secrets) {
		return nil, "", 401, refuse("signature_mismatch", otherID)
	}
	return event, id, 0, nil
}

// isIDSigned says whether a webhook's id is signed with its body (Standard Webhooks 1.0.0: id.timestamp.body). X-Service-Signature
// covers the body alone, so an id that is not looked at here could be anyone's.
func isIDSigned(id, timestamp, header string, body []byte, secrets []string) bool {
	if secrets == nil {
		secrets = strings.Fields(os.Getenv("LINTEL_WEBHOOK_SECRET"))
	}
	matches := 0
	for _, text := range secrets {
		for _, key := range keysOf(text) {
			decoded, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(string(key), "whsec_"))
			if err != nil || len(decoded) == 0 || !bytes.HasPrefix(key, []byte("whsec_")) {
				continue
			}
			mac := hmac.New(sha256.New, decoded)
			mac.Write([]byte(id + "." + timestamp + "."))
			mac.Write(body)
			expected := mac.Sum(nil)
			for _, each := range strings.Fields(header) {
				given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(each, "v1,"))
				if err == nil && strings.HasPrefix(each, "v1,") && hmac.Equal(given, expected) {
					matches++
				}
			}
		}
	}
	return matches > 0
}

func (h *WebhookHandler[Tx]) once(ctx context.Context, event *WebhookEvent, about EventContext[Tx]) (outcome string, err error) {
	act := h.config.On[event.Event]
	if act == nil {
		act = h.config.On["default"]
	}
	if act == nil {
		return "ignored", nil
	}
	isNew, err := h.config.Store.Once(ctx, about.EventID, func(tx Tx) (err error) {
		// A panic that passed through the store could leave its transaction open.
		defer func() {
			if thrown := recover(); thrown != nil {
				err = fmt.Errorf("panic: %v", thrown)
			}
		}()
		about.Tx = tx
		return act(ctx, event, about)
	})
	if err == nil && !isNew {
		return "known", nil
	}
	return "handled", err
}

// CatchUpOption changes what CatchUp does.
type CatchUpOption func(*time.Time)

// WithSince ignores what happened before: a shop that has been without this handler says from when on it counts.
func WithSince(since time.Time) CatchUpOption { return func(at *time.Time) { *at = since } }

// CatchUp reads the events since the last time, and hands over those that are not known: at the program's start, and every hour
// or so, so that the cursor stays younger than what the service keeps. Deliveries may come at the same time.
//
// An error of your function comes back after all other events were handed over: the cursor stays before it, and the next time
// asks again.
func (h *WebhookHandler[Tx]) CatchUp(ctx context.Context, options ...CatchUpOption) (CaughtUp, error) {
	var counts CaughtUp
	var since time.Time
	for _, option := range options {
		option(&since)
	}
	if h.config.Client == nil {
		return counts, &UsageError{"Config.Client, a client with an API key, is needed to catch up"}
	}
	first, err := h.config.Client.Events(ctx, EventsParams{Limit: Int(1)})
	if err != nil || len(first.Events) == 0 {
		return counts, err
	}
	stream := first.Events[0].Mode
	after, err := h.config.Store.Cursor(ctx, stream)
	if err != nil {
		return counts, err
	}
	if first.NextCursor != nil && isGap(after, *first.NextCursor) {
		counts.Gap = true
		h.config.Log(fmt.Sprintf("events are missing: the service keeps none between %s, where the last catching up ended, and %s. "+
			"Those that did not come as webhooks are lost: compare your open orders with Client.Status. Catch up more often than "+
			"the retention period", after, *first.NextCursor))
	}
	var failure error
	for hasMore := true; hasMore; {
		page, err := h.config.Client.Events(ctx, EventsParams{Limit: Int(100), After: after})
		if after != "" && isAhead(err) {
			h.config.Log("the service was restored from a backup: reading its events from the beginning")
			after = ""
			page, err = h.config.Client.Events(ctx, EventsParams{Limit: Int(100)})
		}
		if err != nil {
			return counts, err
		}
		for _, item := range page.Events {
			if err := h.caughtUp(ctx, item, since, &counts); err != nil {
				h.config.Log(fmt.Sprintf("the event %.40q failed; CatchUp will ask for it again: %v", item.EventID, err))
				if failure == nil {
					failure = err
				}
			}
		}
		next := ""
		if page.NextCursor != nil {
			next = *page.NextCursor
		}
		hasMore = page.HasMore
		if hasMore && (next == "" || next == after) {
			return counts, &UsageError{"the service says that there are more events, and gives no new cursor"}
		}
		after = next
		if failure == nil && after != "" {
			if err := h.config.Store.SaveCursor(ctx, stream, after); err != nil {
				return counts, err
			}
		}
	}
	return counts, failure
}

func (h *WebhookHandler[Tx]) caughtUp(ctx context.Context, item EventsResponseEventsItem, since time.Time, counts *CaughtUp) error {
	raw, err := json.Marshal(item.Payload)
	if err != nil {
		return err
	}
	var event WebhookEvent
	if err := json.Unmarshal(raw, &event); err != nil {
		return err
	}
	event.Raw = raw
	if at, err := time.Parse(time.RFC3339, event.Timestamp); err == nil && at.Before(since) {
		counts.Ignored++
		return nil
	}
	about := EventContext[Tx]{EventID: item.EventID, Source: "events", VerificationID: item.VerificationID, Mode: item.Mode}
	outcome, err := h.once(ctx, &event, about)
	if err != nil {
		return err
	}
	switch outcome {
	case "handled":
		counts.Handled++
	case "known":
		counts.Known++
	default:
		counts.Ignored++
	}
	return nil
}

// isGap says whether numbers lie between what was read last and the oldest that is left.
func isGap(cursor, oldest string) bool {
	if !cursorForm.MatchString(cursor) || !cursorForm.MatchString(oldest) {
		return false
	}
	last, _ := strconv.ParseInt(cursor, 10, 64)
	first, _ := strconv.ParseInt(oldest, 10, 64)
	return first > last+1
}

func isAhead(err error) bool {
	var invalid *InvalidRequestError
	if !errors.As(err, &invalid) {
		return false
	}
	for _, issue := range invalid.Issues {
		if issue.Path == "after" {
			return true
		}
	}
	return false
}
