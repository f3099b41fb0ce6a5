// Asks each server of a list once, and prints what came of it as a line of JSON: hostile < list
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	lintel "github.com/lintel/lintel-go"
)

type server struct {
	ID         string `json:"id"`
	BaseURL    string `json:"baseUrl"`
	Operation  string `json:"operation"`
	MaxRetries int    `json:"maxRetries"`
}

var given struct {
	Key      string   `json:"key"`
	Timeout  float64  `json:"timeout"`
	Deadline float64  `json:"deadline"`
	Servers  []server `json:"servers"`
}

func seconds(value float64) time.Duration { return time.Duration(value * float64(time.Second)) }

func ask(one server) map[string]any {
	began := time.Now()
	outcome := map[string]any{"id": one.ID}
	retries := one.MaxRetries
	if retries == 0 {
		retries = -1
	}
	client, err := lintel.New(lintel.Config{
		APIKey: given.Key, BaseURL: one.BaseURL, Timeout: seconds(given.Timeout), Deadline: seconds(given.Deadline), MaxRetries: retries,
	})
	if err == nil && one.Operation == "status" {
		var result *lintel.StatusResponse
		if result, err = client.Status(context.Background(), "ver_1"); err == nil {
			outcome["result"] = result.Raw
		}
	} else if err == nil {
		var result *lintel.ValidateResponse
		if result, err = client.Validate(context.Background(), "x.y.z"); err == nil {
			outcome["result"] = result.Raw
		}
	}
	if err != nil {
		var ours lintel.Error
		encoded, _ := json.Marshal(err)
		dump := fmt.Sprintf("%v %+v %#v %s", err, err, err, encoded)
		for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
			dump += fmt.Sprintf("%v %+v %#v", inner, inner, inner)
		}
		outcome["error"], outcome["isOurs"] = fmt.Sprintf("%T", err), errors.As(err, &ours)
		outcome["message"], outcome["dump"] = err.Error(), dump
	}
	outcome["seconds"] = time.Since(began).Seconds()
	return outcome
}

func main() {
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		log.Fatal(err)
	}
	outcomes := make([]map[string]any, len(given.Servers))
	places := make(chan int)
	var all sync.WaitGroup
	for worker := 0; worker < 12; worker++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for at := range places {
				outcomes[at] = ask(given.Servers[at])
			}
		}()
	}
	for at := range given.Servers {
		places <- at
	}
	close(places)
	all.Wait()
	for _, outcome := range outcomes {
		line, err := json.Marshal(outcome)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(line))
	}
}
