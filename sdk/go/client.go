// Package lintel is a client of Lintel, the age verification service, on Go's standard library alone.
//
//	client, err := lintel.New(lintel.Config{}) // reads LINTEL_URL and LINTEL_API_KEY
//	verification, err := client.Start(ctx, lintel.StartRequest{CallbackURL: "https://shop.example/back"})
//	// send the person to verification.RedirectURL
package lintel

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// Version is this release; the User-Agent says it.
const Version = "0.9.1"

// Config is what New takes. The zero value reads all from the environment.
type Config struct {
	// APIKey is the tenant's; LINTEL_API_KEY if empty.
	APIKey string
	// AdminKey is for Client.Admin only; LINTEL_ADMIN_KEY if empty.
	AdminKey string
	// BaseURL is the service's address; LINTEL_URL if empty.
	BaseURL string
	// Timeout of one try; 10 s if 0.
	Timeout time.Duration
	// Deadline for all tries of a call and the waits between them; 30 s if 0.
	Deadline time.Duration
	// MaxRetries is how many more tries follow a first one that failed for a passing reason; 2 if 0, none if negative.
	MaxRetries int
	// HTTPClient sends in place of this package's. Its CheckRedirect is not used: redirects are never followed.
	HTTPClient *http.Client
}

// Format shows no keys, whatever the verb.
func (c Config) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "lintel.Config{BaseURL:%q}", c.BaseURL)
}

// MarshalJSON shows no keys.
func (c Config) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`{"BaseURL":%q}`, c.BaseURL)), nil
}

// Client calls the service. It is safe for concurrent use: make one for the whole program.
type Client struct {
	core *core
	// Admin needs the admin key.
	Admin *Admin
	// Webhooks checks signatures; it needs no key.
	Webhooks *Webhooks
}

// New makes a client. The error, a *UsageError, says which setting is wrong.
func New(config Config) (*Client, error) {
	base, err := baseURL(firstOf(config.BaseURL, os.Getenv("LINTEL_URL")))
	if err != nil {
		return nil, err
	}
	c := &core{baseURL: base, now: time.Now, sleep: sleep, keySet: &keySet{}}
	if c.keys[tenantKey], err = key("Config.APIKey", firstOf(config.APIKey, os.Getenv("LINTEL_API_KEY"))); err != nil {
		return nil, err
	}
	if c.keys[adminKey], err = key("Config.AdminKey", firstOf(config.AdminKey, os.Getenv("LINTEL_ADMIN_KEY"))); err != nil {
		return nil, err
	}
	if config.Timeout < 0 || config.Deadline < 0 {
		return nil, &UsageError{"Timeout and Deadline must be above 0"}
	}
	c.timeout, c.deadline, c.maxRetries = 10*time.Second, 30*time.Second, 2
	if config.Timeout > 0 {
		c.timeout = config.Timeout
	}
	if config.Deadline > 0 {
		c.deadline = config.Deadline
	}
	if config.MaxRetries != 0 {
		c.maxRetries = config.MaxRetries
	}
	c.http = &http.Client{}
	if config.HTTPClient != nil {
		copied := *config.HTTPClient
		c.http = &copied
	}
	// The key is for this service alone.
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{core: c, Admin: newAdmin(c), Webhooks: &Webhooks{now: func() time.Time { return c.now() }}}, nil
}

// Format shows no keys, whatever the verb.
func (c Client) Format(f fmt.State, _ rune) {
	base := ""
	if c.core != nil {
		base = c.core.baseURL
	}
	fmt.Fprintf(f, "lintel.Client{%s}", base)
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

var headerValue = regexp.MustCompile(`^[\x21-\x7e]*$`)

func key(what, text string) (secret, error) {
	text = strings.TrimSpace(text)
	if !headerValue.MatchString(text) {
		return nil, &UsageError{what + " has white space or other characters inside that no key has: copy it again"}
	}
	if text == "" {
		return nil, nil
	}
	return func() string { return text }, nil
}

var loopback = regexp.MustCompile(`^((.+\.)?localhost|127(\.\d{1,3}){3}|::1)$`)

func baseURL(text string) (string, error) {
	if text == "" {
		return "", &UsageError{"no address: set Config.BaseURL or LINTEL_URL, for example https://age.example.com"}
	}
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		(u.Scheme != "https" && u.Scheme != "http") {
		return "", &UsageError{"Config.BaseURL must be an https:// address without user name, query or fragment"}
	}
	if u.Scheme == "http" && !loopback.MatchString(u.Hostname()) {
		return "", &UsageError{fmt.Sprintf(
			"Config.BaseURL must begin with https://: plain http would send the key to %s in clear", u.Hostname())}
	}
	return u.Scheme + "://" + u.Host + strings.TrimRight(u.EscapedPath(), "/"), nil
}

// CallOption is what a caller may say about one call.
type CallOption func(*callOptions)

type callOptions struct {
	idempotencyKey    string
	timeout, deadline time.Duration
	expand            []string
}

// WithIdempotencyKey sends a key of your own in place of a new one: a repeat with the same fields within 24 hours gets the
// first answer. 1 to 255 printable ASCII characters without spaces.
func WithIdempotencyKey(key string) CallOption {
	return func(o *callOptions) { o.idempotencyKey = key }
}

// WithTimeout limits one try; for Wait, all the waiting.
func WithTimeout(d time.Duration) CallOption { return func(o *callOptions) { o.timeout = d } }

// WithDeadline limits all tries of a call and the waits between them. The context's own deadline counts too.
func WithDeadline(d time.Duration) CallOption { return func(o *callOptions) { o.deadline = d } }

// WithExpand asks Status for more: "config", "metadata", "attempts".
func WithExpand(names ...string) CallOption { return func(o *callOptions) { o.expand = names } }

func optionsOf(options []CallOption) callOptions {
	var all callOptions
	for _, option := range options {
		option(&all)
	}
	return all
}

// States of a verification. Others may come in later releases of the service.
const (
	StatusPending    = "pending"
	StatusInProgress = "in_progress"
	StatusCompleted  = "completed"
	StatusFailed     = "failed"
	StatusExpired    = "expired"
)

// Status returns the state of a verification.
func (c *Client) Status(ctx context.Context, verificationID string, options ...CallOption) (*StatusResponse, error) {
	result, _, err := c.status(ctx, verificationID, optionsOf(options))
	return result, err
}

func (c *Client) status(ctx context.Context, id string, options callOptions) (*StatusResponse, http.Header, error) {
	if id == "" {
		return nil, nil, &UsageError{"the verification's id is missing"}
	}
	query := map[string]any{"verificationId": id}
	if len(options.expand) > 0 {
		query["expand"] = options.expand
	}
	var result StatusResponse
	asked := request{method: "GET", path: "/verify/status", credential: tenantKey, query: query}
	header, err := c.core.call(ctx, asked, options, &result)
	if err != nil {
		return nil, nil, err
	}
	return &result, header, nil
}

var word = regexp.MustCompile(`^[a-z_]{1,40}$`)

// Wait polls until the verification has ended: completed, failed or expired. WithTimeout says how long; 30 minutes if
// absent. A *TimeoutError changes nothing: you can wait again.
func (c *Client) Wait(ctx context.Context, verificationID string, options ...CallOption) (*StatusResponse, error) {
	given := optionsOf(options)
	limit := given.timeout
	if limit <= 0 {
		limit = 30 * time.Minute
	}
	endsAt := c.core.now().Add(limit)
	pause := time.Second
	for {
		result, header, err := c.status(ctx, verificationID, callOptions{expand: given.expand})
		if err != nil {
			return nil, err
		}
		if result.Status == StatusCompleted || result.Status == StatusFailed || result.Status == StatusExpired {
			return result, nil
		}
		remaining := endsAt.Sub(c.core.now())
		if remaining <= 0 {
			state := result.Status
			if !word.MatchString(state) { // some other server's, and not for an error
				state = "in no known state"
			}
			return nil, &TimeoutError{Message: fmt.Sprintf(
				"the verification is still %s after %v; you can wait again", state, limit)}
		}
		delay, isTold := retryAfter(header, c.core.now())
		if !isTold {
			delay = pause
		}
		if delay > remaining {
			delay = remaining
		}
		if err := c.core.sleep(ctx, delay); err != nil {
			return nil, stopped(err)
		}
		if pause < 5*time.Second {
			pause += time.Second
		}
	}
}

func max(a, b time.Duration) time.Duration {
	if a > b {
		return a
	}
	return b
}

// Int, Float, Bool and String point to a value, for optional fields.
func Int(value int64) *int64       { return &value }
func Float(value float64) *float64 { return &value }
func Bool(value bool) *bool        { return &value }
func String(value string) *string  { return &value }
