package lintel

import (
	"fmt"
	"time"
)

// Error is any error of this package. A refused token or a rejected person is an answer, never an error.
type Error interface {
	error
	isLintel()
}

// UsageError says what is wrong with the client's settings or a call's arguments.
type UsageError struct{ Message string }

func (e *UsageError) Error() string { return "lintel: " + e.Message }
func (e *UsageError) isLintel()     {}

// Issue says what is wrong with a request, and where.
type Issue struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// APIError is the service's refusal or failure. errors.As finds it in each of the types below.
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Code is the service's, for example VERIFICATION_NOT_FOUND; docs/errors.md explains each. Codes that this release
	// does not know arrive unchanged. Empty: the answer had none, so a proxy may have given it.
	Code string
	// Message says what happened, for people.
	Message string
	// RequestID: quote it when you ask for help.
	RequestID string
	// Issues is filled with InvalidRequestError.
	Issues []Issue
	// RetryAfter is when a repeat can succeed. 0: the service did not say.
	RetryAfter time.Duration

	hasRetryAfter bool
}

func (e *APIError) Error() string {
	code := e.Code
	if code == "" {
		code = fmt.Sprintf("HTTP %d", e.Status)
	}
	text := fmt.Sprintf("lintel: %s [%s]", e.Message, code)
	if e.RequestID != "" {
		text += fmt.Sprintf(" (request %s)", e.RequestID)
	}
	return text
}
func (e *APIError) isLintel() {}

// InvalidRequestError is 400, 413 or 422: the request is wrong; Issues says where.
type InvalidRequestError struct{ APIError }

// AuthenticationError is 401: the key is missing, unknown, revoked or of the wrong kind.
type AuthenticationError struct{ APIError }

// PermissionDeniedError is 403: the key may not do this.
type PermissionDeniedError struct{ APIError }

// NotFoundError is 404: there is no such verification, or it is another tenant's.
type NotFoundError struct{ APIError }

// ConflictError is 409: the state of things does not allow it, or the same request is still running.
type ConflictError struct{ APIError }

// RateLimitError is 429: too many requests, or the quota is used up.
type RateLimitError struct{ APIError }

// ServerError is 500 and above: the service failed.
type ServerError struct{ APIError }

// Unwrap returns what they have in common.
func (e *InvalidRequestError) Unwrap() error   { return &e.APIError }
func (e *AuthenticationError) Unwrap() error   { return &e.APIError }
func (e *PermissionDeniedError) Unwrap() error { return &e.APIError }
func (e *NotFoundError) Unwrap() error         { return &e.APIError }
func (e *ConflictError) Unwrap() error         { return &e.APIError }
func (e *RateLimitError) Unwrap() error        { return &e.APIError }
func (e *ServerError) Unwrap() error           { return &e.APIError }

func typed(e APIError) error {
	switch {
	case e.Status == 400 || e.Status == 413 || e.Status == 422:
		return &InvalidRequestError{e}
	case e.Status == 401:
		return &AuthenticationError{e}
	case e.Status == 403:
		return &PermissionDeniedError{e}
	case e.Status == 404:
		return &NotFoundError{e}
	case e.Status == 409:
		return &ConflictError{e}
	case e.Status == 429:
		return &RateLimitError{e}
	case e.Status >= 500:
		return &ServerError{e}
	}
	return &e
}

// ConnectionError means no answer that can be used: no connection, a broken one, or something that is not this service.
type ConnectionError struct {
	Message string
	// Err is the cause, if there is one: errors.Is(err, context.Canceled) works.
	Err error

	isFinal bool // another try would end the same way
}

func (e *ConnectionError) Error() string { return "lintel: " + e.Message }
func (e *ConnectionError) Unwrap() error { return e.Err }
func (e *ConnectionError) isLintel()     {}

// TimeoutError means no answer in time.
type TimeoutError struct {
	Message string
	Err     error
}

func (e *TimeoutError) Error() string { return "lintel: " + e.Message }
func (e *TimeoutError) Unwrap() error { return e.Err }
func (e *TimeoutError) Timeout() bool { return true }
func (e *TimeoutError) isLintel()     {}

// WebhookVerificationError means that a webhook is not to be believed: answer 401.
type WebhookVerificationError struct {
	// Reason is no_secret, malformed_header, signature_mismatch, timestamp_too_old or timestamp_in_future.
	Reason  string
	Message string
}

func (e *WebhookVerificationError) Error() string { return "lintel: " + e.Message }
func (e *WebhookVerificationError) isLintel()     {}
