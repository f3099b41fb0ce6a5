package lintel

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxResponseBytes = 8 << 20
	maxMessageBytes  = 1000
	maxIssues        = 100
	tenantHeader     = "X-Tenant-Api-Key"
	adminHeader      = "X-Admin-Key"
)

// A secret is a function: no formatting shows what it returns.
type secret func() string

type credential int

const (
	noKey credential = iota
	tenantKey
	adminKey
)

type core struct {
	baseURL           string
	keys              [3]secret
	timeout, deadline time.Duration
	maxRetries        int
	http              *http.Client
	now               func() time.Time
	sleep             func(context.Context, time.Duration) error
	keySet            *keySet
}

type request struct {
	method, path string
	ids          []string
	credential   credential
	query, body  any
	page         string
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

var placeholder = regexp.MustCompile(`{\w+}`)

// An id cannot become another path (RFC 3986 §3.3); a segment of dots means a folder, even when it is escaped (§5.2.4).
func pathOf(template string, ids []string) (string, error) {
	var err error
	next := 0
	path := placeholder.ReplaceAllStringFunc(template, func(name string) string {
		id := ids[next]
		next++
		if id == "" || id == "." || id == ".." {
			err = &UsageError{strings.Trim(name, "{}") + " is missing, or is no id"}
		}
		return strings.ReplaceAll(url.QueryEscape(id), "+", "%20")
	})
	return path, err
}

func queryOf(fields any) (string, error) {
	if fields == nil {
		return "", nil
	}
	encoded, err := json.Marshal(fields)
	if err != nil {
		return "", &UsageError{"the fields cannot be written: " + err.Error()}
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return "", &UsageError{"the fields must be an object"}
	}
	query := url.Values{}
	for name, value := range values {
		if list, isList := value.([]any); isList {
			texts := make([]string, len(list))
			for i, each := range list {
				texts[i] = fmt.Sprint(each)
			}
			value = strings.Join(texts, ",")
		}
		if value != nil {
			query.Set(name, fmt.Sprint(value))
		}
	}
	if len(query) == 0 {
		return "", nil
	}
	return "?" + query.Encode(), nil
}

func newIdempotencyKey() (string, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", &UsageError{"this computer gives no random numbers"}
	}
	return fmt.Sprintf("%x", random), nil
}

// prepare makes what all tries of a call have in common: address, headers, and the bytes of the body.
func (c *core) prepare(asked request, options callOptions) (string, http.Header, []byte, error) {
	path, err := pathOf(asked.path, asked.ids)
	if err != nil {
		return "", nil, nil, err
	}
	query, err := queryOf(asked.query)
	if err != nil {
		return "", nil, nil, err
	}
	header := http.Header{}
	header.Set("Accept", "application/json")
	header.Set("User-Agent", "lintel-go/"+Version)
	if asked.credential != noKey {
		if c.keys[asked.credential] == nil {
			where := map[credential]string{
				tenantKey: "Config.APIKey or LINTEL_API_KEY", adminKey: "Config.AdminKey or LINTEL_ADMIN_KEY",
			}
			return "", nil, nil, &UsageError{"this call needs a key: set " + where[asked.credential]}
		}
		name := map[credential]string{tenantKey: tenantHeader, adminKey: adminHeader}[asked.credential]
		header.Set(name, c.keys[asked.credential]())
	}
	var body []byte
	if asked.method == "POST" || asked.method == "PATCH" {
		body = []byte("{}")
		if asked.body != nil {
			if body, err = json.Marshal(asked.body); err != nil {
				return "", nil, nil, &UsageError{"the fields cannot be written as JSON: " + err.Error()}
			}
		}
		header.Set("Content-Type", "application/json")
	}
	if asked.method == "POST" {
		key := options.idempotencyKey
		if !headerValue.MatchString(key) || len(key) > 255 {
			return "", nil, nil, &UsageError{"the idempotency key must be 1 to 255 printable ASCII characters without spaces"}
		}
		// Made before the first try and kept over all of them: the service answers a repeat with the first answer.
		if key == "" {
			if key, err = newIdempotencyKey(); err != nil {
				return "", nil, nil, err
			}
		}
		header.Set("Idempotency-Key", key)
	}
	return c.baseURL + path + query, header, body, nil
}

// call makes the tries of one operation and decodes the answer into result.
func (c *core) call(ctx context.Context, asked request, options callOptions, result any) (http.Header, error) {
	address, header, body, err := c.prepare(asked, options)
	if err != nil {
		return nil, err
	}
	timeout, deadline := c.timeout, c.deadline
	if options.timeout > 0 {
		timeout = options.timeout
	}
	if options.deadline > 0 {
		deadline = options.deadline
	}
	endsAt := c.now().Add(deadline)
	for retries := 0; ; retries++ {
		remaining := endsAt.Sub(c.now())
		if remaining <= 0 {
			return nil, &TimeoutError{Message: fmt.Sprintf("no answer within the deadline of %v", deadline)}
		}
		limit := timeout
		if remaining < limit {
			limit = remaining
		}
		answer, err := c.try(ctx, limit, asked.method, address, header, body)
		if err == nil {
			if err = c.decode(answer, asked.page, result); err == nil {
				return answer.header, nil
			}
		}
		if retries >= c.maxRetries || ctx.Err() != nil || !isWorthAnother(asked.method, err) {
			return nil, err
		}
		wait := backoff(retries)
		var api *APIError
		if errors.As(err, &api) && api.hasRetryAfter {
			wait = api.RetryAfter
		}
		if !c.now().Add(wait).Before(endsAt) {
			return nil, err
		}
		if stop := c.sleep(ctx, wait); stop != nil {
			return nil, stopped(stop)
		}
	}
}

type answer struct {
	header http.Header
	body   []byte
}

func (c *core) try(
	ctx context.Context, limit time.Duration, method, address string, header http.Header, body []byte,
) (*answer, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var content io.Reader
	if body != nil {
		content = bytes.NewReader(body)
	}
	asked, err := http.NewRequestWithContext(limited, method, address, content)
	if err != nil {
		return nil, &UsageError{"the address cannot be used"}
	}
	asked.Header = header.Clone()
	response, err := c.http.Do(asked)
	if err != nil {
		return nil, c.broken(ctx, asked.URL.Host, limit, err)
	}
	// Closed after it was read: the connection serves the next try.
	defer response.Body.Close()
	// The body of a 101 is the connection itself (net/http), which no timeout and no context ends.
	if response.StatusCode < 200 {
		return nil, unusable(fmt.Sprintf("the answer has status %d, which is no final one (RFC 9110 §15.2): "+
			"look at what stands in between, a proxy perhaps", response.StatusCode))
	}
	read, err := io.ReadAll(io.LimitReader(response.Body, maxResponseBytes+1))
	if err != nil {
		return nil, c.broken(ctx, asked.URL.Host, limit, err)
	}
	switch {
	case len(read) > maxResponseBytes:
		return nil, unusable(fmt.Sprintf("the service sent an answer of more than %d MiB", maxResponseBytes>>20))
	case response.StatusCode >= 400:
		return nil, typed(c.apiError(response, read))
	case response.StatusCode >= 300:
		return nil, unusable("the service answered with a redirect, which is not followed so that the key stays here: " +
			"use the final address as the base URL")
	}
	return &answer{response.Header, read}, nil
}

// safe is a server's words for an error, which ends up in logs: it may repeat what it was sent, and at any length.
func (c *core) safe(text string, most int) string {
	for _, key := range c.keys {
		if key != nil {
			text = strings.ReplaceAll(text, key(), "[key]") // before it is cut, or the beginning would stay
		}
	}
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func unusable(message string) error { return &ConnectionError{Message: message, isFinal: true} }

func stopped(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &TimeoutError{Message: "the context's deadline passed", Err: err}
	}
	return &ConnectionError{Message: "the context was cancelled", Err: err, isFinal: true}
}

// broken names what happened without the address, whose query is not for logs.
func (c *core) broken(ctx context.Context, host string, limit time.Duration, err error) error {
	if ctx.Err() != nil {
		return stopped(ctx.Err())
	}
	var network net.Error
	if errors.Is(err, context.DeadlineExceeded) || (errors.As(err, &network) && network.Timeout()) {
		return &TimeoutError{Message: fmt.Sprintf("no answer from %s within %v", host, limit), Err: context.DeadlineExceeded}
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	// net/http reads five interim answers and no more; another try would end the same way.
	isFinal := strings.Contains(err.Error(), "too many 1xx")
	text := c.safe(err.Error(), maxMessageBytes)
	if text != err.Error() {
		err = errors.New(text) // what holds the key is not handed on
	}
	return &ConnectionError{Message: fmt.Sprintf("no answer from %s: %s", host, text), Err: err, isFinal: isFinal}
}

func (c *core) apiError(response *http.Response, body []byte) APIError {
	var parsed struct {
		Code, Message, Error any
		RequestID            any `json:"requestId"`
		OtherRequestID       any `json:"request_id"`
		RetryAfterSeconds    any
		Issues               []json.RawMessage
	}
	_ = json.Unmarshal(body, &parsed) // what is no JSON, or has other types, says nothing
	nested, _ := parsed.Error.(map[string]any)
	text := func(most int, values ...any) string {
		for _, value := range values {
			if given, isText := value.(string); isText && given != "" {
				return c.safe(given, most)
			}
		}
		return ""
	}
	unexplained := fmt.Sprintf("HTTP %d without the service's error body: look at what stands in between, a proxy perhaps",
		response.StatusCode)
	e := APIError{
		Status:    response.StatusCode,
		Code:      text(100, parsed.Code, nested["code"]),
		Message:   text(maxMessageBytes, parsed.Message, nested["message"], unexplained),
		RequestID: text(100, parsed.RequestID, parsed.OtherRequestID, response.Header.Get("X-Request-Id")),
	}
	for _, raw := range parsed.Issues {
		var issue Issue
		if json.Unmarshal(raw, &issue) == nil && len(e.Issues) < maxIssues {
			e.Issues = append(e.Issues, Issue{c.safe(issue.Path, maxMessageBytes), c.safe(issue.Message, maxMessageBytes)})
		}
	}
	e.RetryAfter, e.hasRetryAfter = retryAfter(response.Header, c.now())
	for _, value := range []any{parsed.RetryAfterSeconds, nested["retryAfterSeconds"]} {
		if seconds, isNumber := value.(float64); isNumber && !e.hasRetryAfter && seconds >= 0 && seconds < 1e9 {
			e.RetryAfter, e.hasRetryAfter = time.Duration(seconds*float64(time.Second)), true
		}
	}
	return e
}

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,9}$`)

// Either form of RFC 9110 §10.2.3.
func retryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if wholeSeconds.MatchString(text) {
		seconds, _ := strconv.Atoi(text)
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}

func isWorthAnother(method string, err error) bool {
	// What came through is not repeated unless the service can tell that it is a repeat.
	isSafe := method == "GET" || method == "POST"
	var timeout *TimeoutError
	var connection *ConnectionError
	var api *APIError
	switch {
	case errors.As(err, &timeout):
		return isSafe
	case errors.As(err, &connection):
		return isSafe && !connection.isFinal
	case !errors.As(err, &api):
		return false
	case api.Status == 429:
		return api.Code != "QUOTA_EXCEEDED" && api.Code != "HARD_LIMIT_EXCEEDED"
	case api.Status == 409:
		return isSafe && (api.Code == "IDEMPOTENCY_IN_PROGRESS" || api.Code == "DELIVERY_IN_PROGRESS")
	}
	return isSafe && (api.Status == 408 || (api.Status >= 500 && api.Status != 501))
}

// A random time up to 0.5 s, 1 s, 2 s, … 8 s.
func backoff(retries int) time.Duration {
	most := 8 * time.Second
	if retries < 4 {
		most = 500 * time.Millisecond << retries
	}
	chosen, err := rand.Int(rand.Reader, big.NewInt(int64(most)+1))
	if err != nil {
		return most
	}
	return time.Duration(chosen.Int64())
}

// application/json, or a type whose suffix says so (RFC 6839 §3.1). That the letters are somewhere in it is not enough.
var jsonType = regexp.MustCompile(`(?i)^\s*(?:application|text)/(?:[\w.+-]+\+)?json\s*(?:[;,]|$)`)

type rawHolder interface{ setRaw(json.RawMessage) }

func (c *core) decode(answer *answer, page string, result any) error {
	body := bytes.TrimSpace(answer.body)
	kind := firstOf(answer.header.Get("Content-Type"), "no content type")
	if !jsonType.MatchString(kind) {
		body = nil
	}
	if len(body) == 0 || !utf8.Valid(body) || !json.Valid(body) || (body[0] != '{' && body[0] != '[') {
		return unusable(fmt.Sprintf("the answer is no JSON (%s): check that the base URL is the service's", c.safe(kind, 100)))
	}
	if page != "" {
		cursor, err := json.Marshal(nextCursor(answer.header))
		if err != nil {
			return unusable("the next page's cursor cannot be read")
		}
		body = []byte(fmt.Sprintf(`{%q:%s,"nextCursor":%s}`, page, body, cursor))
	}
	if err := json.Unmarshal(body, result); err != nil {
		return unusable("the answer is not what the interface promises: " + c.safe(err.Error(), maxMessageBytes))
	}
	if holder, isHolder := result.(rawHolder); isHolder {
		holder.setRaw(body)
	}
	return nil
}

var link = regexp.MustCompile(`<([^>]*)>([^<]*)`)
var relNext = regexp.MustCompile(`;\s*rel="?next"?`)

// The cursor of the next page (RFC 8288, rel="next"), or nil.
func nextCursor(header http.Header) *string {
	for _, match := range link.FindAllStringSubmatch(strings.Join(header.Values("Link"), ", "), -1) {
		target, err := url.Parse(match[1])
		if err == nil && relNext.MatchString(match[2]) && target.Query().Has("cursor") {
			cursor := target.Query().Get("cursor")
			return &cursor
		}
	}
	return nil
}

func callFor[T any](ctx context.Context, c *core, asked request, options []CallOption) (*T, error) {
	result := new(T)
	if _, err := c.call(ctx, asked, optionsOf(options), result); err != nil {
		return nil, err
	}
	return result, nil
}

func callForList[T any](ctx context.Context, c *core, asked request, options []CallOption) ([]T, error) {
	result := []T{}
	if _, err := c.call(ctx, asked, optionsOf(options), &result); err != nil {
		return nil, err
	}
	return result, nil
}

// Nullable is a field that can be absent (a nil *Nullable), null or a value.
type Nullable[T any] struct{ value *T }

// Null is an explicit null.
func Null[T any]() *Nullable[T] { return &Nullable[T]{} }

// NotNull is a value.
func NotNull[T any](value T) *Nullable[T] { return &Nullable[T]{&value} }

// MarshalJSON writes null or the value.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads null or a value.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &n.value) }
