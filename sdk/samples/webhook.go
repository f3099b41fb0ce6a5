package main

import (
	"fmt"
	"os"

	lintel "github.com/lintel/lintel-go"
)

func main() {
	body := os.Getenv("BODY")
	signature := os.Getenv("SIGNATURE")

	// sample
	// body: the raw request body. signature: the header X-Service-Signature.
	event, err := lintel.VerifyWebhook([]byte(body), signature, []string{os.Getenv("LINTEL_WEBHOOK_SECRET")})
	if err != nil {
		fmt.Println("refused") // answer 401
		return
	}
	fmt.Println(event.Event) // answer 200, then do what the event asks for
	// end
}
