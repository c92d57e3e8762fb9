package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
)

// Never is the response time of an operation without a response, which may take effect at any later time.
const Never int64 = math.MaxInt64

// Header is the first line of a file: the model of the history and the state before it.
type Header struct {
	Model string          `json:"model"`
	Name  string          `json:"name"`
	Init  json.RawMessage `json:"init"`
}

// Op is one operation: a line of a file. Times are nanoseconds of one monotonic clock. Output is nil when the outcome is unknown.
type Op struct {
	Client   int     `json:"client"`
	Process  string  `json:"process"`
	Kind     string  `json:"kind"`
	Input    Input   `json:"input"`
	Invoked  int64   `json:"invoked"`
	Answered *int64  `json:"answered"`
	Output   *Output `json:"output"`
	// isSpared: a corruption must not change it.
	isSpared bool
	// number of an unknown outcome among those of its history.
	number int64
}

// Input has the parameters of an operation; each kind uses some of them. Amounts are thousandths of a credit.
type Input struct {
	Label     string `json:"label,omitempty"`
	Cost      int64  `json:"cost,omitempty"`
	Amount    int64  `json:"amount,omitempty"`
	Limited   bool   `json:"limited,omitempty"`
	Behaviour string `json:"behaviour,omitempty"`
	// Run is the minimum duration at the engine, in nanoseconds.
	Run    int64  `json:"run,omitempty"`
	Secret string `json:"secret,omitempty"`
	Grace  int64  `json:"grace,omitempty"`
	// The fields of a report of the payment service, whose amounts are minor units.
	Order    string `json:"order,omitempty"`
	Payment  string `json:"payment,omitempty"`
	Reversal string `json:"reversal,omitempty"`
	Currency string `json:"currency,omitempty"`
}

// Output has the fields of a response; each kind uses some of them.
type Output struct {
	Status    int     `json:"status"`
	Code      string  `json:"code,omitempty"`
	Label     string  `json:"label,omitempty"`
	Replayed  bool    `json:"replayed,omitempty"`
	Cost      int64   `json:"cost,omitempty"`
	Required  int64   `json:"required,omitempty"`
	Balance   int64   `json:"balance"`
	Held      int64   `json:"held"`
	Limit     int64   `json:"limit,omitempty"`
	Spent     int64   `json:"spent"`
	State     string  `json:"state,omitempty"`
	Error     string  `json:"error,omitempty"`
	Refunded  int64   `json:"refunded"`
	Entries   []Entry `json:"entries,omitempty"`
	More      bool    `json:"more,omitempty"`
	Items     []Item  `json:"items,omitempty"`
	Remaining int64   `json:"remaining"`
	// ID of the prediction in the response.
	ID string `json:"id,omitempty"`
}

// Entry is an entry of the ledger, the oldest first in an Output; or a payment: its status, minor units, and the credits left of it.
type Entry struct {
	Kind    string `json:"kind"`
	Amount  int64  `json:"amount"`
	Balance int64  `json:"balance"`
	// Of is the label of the prediction, or of the grant.
	Of string `json:"of"`
}

// Item is a prediction in a list.
type Item struct {
	Label string `json:"label"`
	State string `json:"state"`
	Error string `json:"error,omitempty"`
}

// End returns the time of the response, or Never without one.
func (op Op) End() int64 {
	if op.Answered == nil || op.Output == nil {
		return Never
	}
	return *op.Answered
}

// read returns the history in a file of JSON lines.
func read(path string) (Header, []Op, error) {
	var header Header
	file, err := os.Open(path)
	if err != nil {
		return header, nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	if !lines.Scan() {
		return header, nil, fmt.Errorf("%s is empty", path)
	}
	if err := json.Unmarshal(lines.Bytes(), &header); err != nil {
		return header, nil, err
	}
	var ops []Op
	for lines.Scan() {
		var op Op
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			return header, nil, fmt.Errorf("%s: %w", path, err)
		}
		ops = append(ops, op)
	}
	return header, ops, lines.Err()
}
