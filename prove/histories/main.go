// Command histories checks whether histories of the service are linearizable. Each file is the history of one object in JSON lines. It
// prints JSON: per model the number of histories and operations, the files that are not linearizable, and the number of rejected
// corrupted histories by kind of corruption.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// Tally has the results of all histories of a model.
type Tally struct {
	Histories  int               `json:"histories"`
	Operations int               `json:"operations"`
	Open       int               `json:"open"`
	Rejected   []string          `json:"rejected"`
	Undecided  []string          `json:"undecided"`
	Corrupted  map[string]*Share `json:"corrupted"`
}

// Share counts corrupted histories.
type Share struct {
	Tried     int `json:"tried"`
	Rejected  int `json:"rejected"`
	Undecided int `json:"undecided"`
}

func main() {
	corruptions := flag.Int("corruptions", 3, "corrupted copies of each kind, per history")
	seed := flag.Int64("seed", 1, "of the corruptions")
	limit := flag.Duration("limit", 20*time.Second, "for a history")
	corruptedLimit := flag.Duration("corrupted-limit", 4*time.Second, "for a corrupted history")
	flag.Parse()
	random := rand.New(rand.NewSource(*seed))
	tallies := map[string]*Tally{}
	for _, path := range flag.Args() {
		header, ops, err := read(path)
		if err != nil {
			fatal(err)
		}
		tally := tallies[header.Model]
		if tally == nil {
			tally = &Tally{Rejected: []string{}, Undecided: []string{}, Corrupted: map[string]*Share{}}
			tallies[header.Model] = tally
		}
		tally.Histories++
		tally.Operations += len(ops)
		for _, op := range ops {
			if op.Output == nil {
				tally.Open++
			}
		}
		result, err := check(header, ops, *limit)
		if result == porcupine.Unknown && err != nil {
			fatal(err)
		}
		if result == porcupine.Illegal {
			reason := path
			if err != nil {
				reason += ": " + err.Error()
			} else if err := visualize(header, ops, *limit, strings.TrimSuffix(path, ".jsonl")+".html"); err != nil {
				fatal(err)
			}
			tally.Rejected = append(tally.Rejected, reason)
			continue
		}
		if result == porcupine.Unknown {
			tally.Undecided = append(tally.Undecided, path)
			continue
		}
		corrupt(header, ops, tally, random, *corruptions, *corruptedLimit)
	}
	json.NewEncoder(os.Stdout).Encode(tallies)
}

// corrupt checks corrupted copies of a history.
func corrupt(header Header, ops []Op, tally *Tally, random *rand.Rand, copies int, limit time.Duration) {
	kinds := subjects[header.Model].corruptions
	for _, name := range sorted(kinds) {
		share := tally.Corrupted[name]
		if share == nil {
			share = &Share{}
			tally.Corrupted[name] = share
		}
		for range copies {
			changed := kinds[name](copyOf(ops), random)
			if changed == nil {
				continue
			}
			share.Tried++
			switch result, _ := check(header, changed, limit); result {
			case porcupine.Illegal:
				share.Rejected++
			case porcupine.Unknown:
				share.Undecided++
			}
		}
	}
}

func sorted[Value any](named map[string]Value) []string {
	names := make([]string, 0, len(named))
	for name := range named {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
