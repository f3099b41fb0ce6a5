package lintel

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"
	"time"
)

// os.Getenv of a variable that is not set is an empty string, and anyone can sign with that.
func TestAnEmptySecretIsNoSecret(t *testing.T) {
	t.Setenv("LINTEL_WEBHOOK_SECRET", "")
	body, now := []byte(`{"event":"verification.completed"}`), time.Unix(1700000000, 0)
	signedWith := func(secret string) string {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte("1700000000."))
		mac.Write(body)
		return "t=1700000000,v1=" + hex.EncodeToString(mac.Sum(nil))
	}
	for _, one := range []struct {
		header   string
		secrets  []string
		expected string
	}{
		{signedWith(""), nil, "no_secret"},
		{signedWith(""), []string{}, "no_secret"},
		{signedWith(""), []string{"", ""}, "no_secret"},
		{signedWith(""), []string{"", "whsec_a"}, "signature_mismatch"},
		{signedWith("whsec_a"), []string{"", "whsec_a"}, ""},
	} {
		_, err := VerifyWebhook(body, one.header, one.secrets, WithNow(now))
		var refused *WebhookVerificationError
		reason := ""
		if errors.As(err, &refused) {
			reason = refused.Reason
		}
		if reason != one.expected {
			t.Errorf("with secrets %q: %q, expected %q", one.secrets, reason, one.expected)
		}
	}
}

// One struct holds all events, so it must have the fields of each.
func TestAnEventKeepsWhatOnlyItHas(t *testing.T) {
	body, now := []byte(`{"event":"endpoint.failing","endpoint":{"id":"whe_1","failing_since":"2026-01-01T00:00:00.000Z"}}`), time.Unix(1700000000, 0)
	mac := hmac.New(sha256.New, []byte("whsec_a"))
	mac.Write(append([]byte("1700000000."), body...))
	event, err := VerifyWebhook(body, "t=1700000000,v1="+hex.EncodeToString(mac.Sum(nil)), []string{"whsec_a"}, WithNow(now))
	if err != nil || event.Endpoint.FailingSince != "2026-01-01T00:00:00.000Z" {
		t.Errorf("%v, %v", event, err)
	}
}

func TestNoVerbOfFmtShowsAKey(t *testing.T) {
	config := Config{APIKey: "avk_test_very_secret", AdminKey: "adm_very_secret", BaseURL: "https://age.example"}
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	holder := struct {
		Config  Config
		Client  *Client
		private *Client
	}{config, client, client}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, value := range []any{config, &config, client, *client, client.core, *client.core, holder, client.Admin} {
			if text := fmt.Sprintf(verb, value); containsSecret(text) {
				t.Errorf("%s of %T shows a key: %s", verb, value, text)
			}
		}
	}
}

func containsSecret(text string) bool {
	for _, secret := range []string{"very_secret", hex.EncodeToString([]byte("very_secret"))} {
		for i := 0; i+len(secret) <= len(text); i++ {
			if text[i:i+len(secret)] == secret {
				return true
			}
		}
	}
	return false
}
