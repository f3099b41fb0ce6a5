// Asks for a status so many times with one client, and prints what came of each: probe 2
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	lintel "github.com/lintel/lintel-go"
)

func main() {
	times, _ := strconv.Atoi(os.Args[1])
	timeout := 5 * time.Second
	if seconds, err := strconv.Atoi(os.Getenv("PROBE_TIMEOUT")); err == nil {
		timeout = time.Duration(seconds) * time.Second
	}
	client, err := lintel.New(lintel.Config{MaxRetries: -1, Timeout: timeout})
	outcomes := []string{}
	for i := 0; i < times && err == nil; i++ {
		result, failure := client.Status(context.Background(), "ver_1")
		if failure != nil {
			outcomes = append(outcomes, strings.TrimPrefix(fmt.Sprintf("%T: %v", failure, failure), "*lintel."))
		} else {
			outcomes = append(outcomes, result.Status)
		}
	}
	if err != nil {
		outcomes = append(outcomes, err.Error())
	}
	encoded, _ := json.Marshal(outcomes)
	fmt.Println(string(encoded))
}
