// Checks the X-Service-Signature header of a webhook on the command line. The raw body comes from stdin:
//
//	LINTEL_WEBHOOK_SECRET="whsec_new whsec_old" go run ./examples/verify-webhook "t=1700000000,v1=…" [now] < body
//
// It prints "ok", or the reason, and ends with 0 or 1.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	lintel "github.com/lintel/lintel-go"
)

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	header, now := "", time.Now()
	if len(os.Args) > 1 {
		header = os.Args[1]
	}
	if len(os.Args) > 2 {
		seconds, _ := strconv.ParseInt(os.Args[2], 10, 64)
		now = time.Unix(seconds, 0)
	}
	_, err = lintel.VerifyWebhook(body, header, nil, lintel.WithNow(now))
	var refused *lintel.WebhookVerificationError
	switch {
	case errors.As(err, &refused):
		fmt.Println(refused.Reason)
		os.Exit(1)
	case err != nil:
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ok")
}
