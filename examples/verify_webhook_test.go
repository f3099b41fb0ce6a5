package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"
)

// os.Getenv of a variable that is not set is an empty string, and anyone can sign with that.
func TestAnEmptySecretIsNoSecret(t *testing.T) {
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
		{signedWith(""), []string{""}, "no_secret"},
		{signedWith(""), []string{"", ""}, "no_secret"},
		{signedWith(""), []string{"", "whsec_a"}, "signature_mismatch"},
		{signedWith("whsec_a"), []string{"", "whsec_a"}, "ok"},
	} {
		if result := VerifyWebhook(body, one.header, one.secrets, now); result != one.expected {
			t.Errorf("with secrets %q: %s, expected %s", one.secrets, result, one.expected)
		}
	}
}
