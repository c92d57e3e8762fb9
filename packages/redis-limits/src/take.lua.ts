/**
 * The scripts of the limit store. A script runs alone in Redis, so a batch is decided as a whole.
 *
 * A budget is a hash: its numbers are the requests of each second of its window, by the second modulo `COUNTED_SECONDS`; `h` is
 * its newest second and `s` the sum of the window then. A budget takes the same space whatever its limit is, and expires after its
 * last request has left its window.
 */
import { COUNTED_SECONDS } from 'offprint';

/** As in PostgreSQL's store: a budget that is ahead of the clock by less continues in its newest second. */
const AHEAD_SECONDS = 5;
/** Of a budget without requests. Longer than a window of a budget that is ahead of the clock. */
const EXPIRY_SECONDS = COUNTED_SECONDS + AHEAD_SECONDS + 4;
/**
 * How long nothing is admitted after the first contact with a server process of Redis: time for all processes of the service to
 * reconnect and to report what they have seen.
 */
export const REPORT_SECONDS = 2;

/** Reads the clock, and declares `load`, which reads a budget as of now without changing it. */
const BEGINNING = `
local time = redis.call('TIME')
local now = tonumber(time[1])
local exact = now + tonumber(time[2]) / 1000000

local function bucketsOf(key)
  local names = {}
  for i = 1, ${COUNTED_SECONDS} do names[i] = i - 1 end
  local buckets = redis.call('HMGET', key, unpack(names))
  for i = 1, ${COUNTED_SECONDS} do buckets[i] = tonumber(buckets[i] or 0) end
  return buckets
end

local function load(key)
  local budget = { key = key, second = now, sum = 0, added = 0, left = {}, state = 'same' }
  local stored = redis.call('HMGET', key, 'h', 's')
  if not stored[1] then
    return budget
  end
  local head = tonumber(stored[1])
  local sum = tonumber(stored[2])
  if head > now + ${AHEAD_SECONDS} then
    -- A wrong clock wrote it: its whole window counts as of now.
    budget.state = 'moved'
    budget.sum = sum
    return budget
  end
  budget.second = math.max(head, now)
  local gap = budget.second - head
  if gap >= ${COUNTED_SECONDS} then
    budget.state = 'old'
    return budget
  end
  budget.sum = sum
  if gap > 0 then
    -- The places of the seconds since then hold the seconds that have left the window.
    for second = head + 1, budget.second do
      budget.left[#budget.left + 1] = second % ${COUNTED_SECONDS}
    end
    local counts = redis.call('HMGET', key, unpack(budget.left))
    for i = 1, #counts do budget.sum = budget.sum - tonumber(counts[i] or 0) end
  end
  return budget
end
`;

/**
 * Decides about a batch of requests, in their order. Returns the number of the batch and three integers per request: the
 * verdict (0 admitted, 1 own, 2 platform), what remains of the own budget, and the seconds until a full budget has room. While
 * nothing is admitted it returns -1 and the seconds left.
 *
 * KEYS: the state of the store, then the budgets. ARGV: the server process of this connection, the highest batch number that
 * this process of the service has seen, 1 to admit nothing after a loss; then per request: the place of its own budget in
 * KEYS, its limit, both for the platform, 1 if it is counted.
 *
 * The state is a hash: `run` is the server process that the store last ran in, `seq` the number of batches with an
 * admitted request, `closed` the time until which nothing is admitted. A batch number below one that was seen proves that
 * Redis has lost admitted requests. Then nothing is admitted for a whole window, because what was lost cannot be known.
 */
export const TAKE = `${BEGINNING}
local state = redis.call('HMGET', KEYS[1], 'run', 'seq', 'closed')
local seq = tonumber(state[2] or 0)
local seen = tonumber(ARGV[2])
local isStrict = ARGV[3] == '1'
local closed = math.min(tonumber(state[3] or 0), exact + ${COUNTED_SECONDS})
local isChanged = false
if state[1] ~= ARGV[1] then
  closed = math.max(closed, exact + ${REPORT_SECONDS})
  isChanged = true
end
if seq < seen then
  -- During a hold of a whole window another proof is of the same loss: nothing was admitted in between.
  if closed <= exact + ${REPORT_SECONDS} then closed = exact + ${COUNTED_SECONDS} end
  seq = seen
  isChanged = true
end
if isChanged then
  redis.call('HSET', KEYS[1], 'run', ARGV[1], 'seq', seq, 'closed', string.format('%.3f', isStrict and closed or 0))
end
if isStrict and closed > exact then
  return { -1, math.ceil(closed - exact) }
end

local budgets = {}
for i = 2, #KEYS do budgets[i] = load(KEYS[i]) end

-- Seconds until a full budget has room for one request.
local function resetOf(budget, limit)
  if limit < 1 then
    return ${COUNTED_SECONDS}
  end
  local needed = budget.sum + budget.added - limit + 1
  if budget.needed == needed then
    return budget.reset
  end
  local second = budget.second
  if budget.state == 'same' and budget.sum > 0 then
    budget.buckets = budget.buckets or bucketsOf(budget.key)
    local first = second - ${COUNTED_SECONDS - 1}
    local freed = 0
    -- The places from the newest stored second on hold seconds that have left; the newest one's own is counted below.
    local gone = {}
    for i = 1, #budget.left do gone[budget.left[i]] = true end
    for at = first, second do
      local place = at % ${COUNTED_SECONDS}
      if not gone[place] then freed = freed + budget.buckets[place + 1] end
      if freed >= needed then
        second = at
        break
      end
    end
  end
  budget.needed = needed
  budget.reset = math.min(${COUNTED_SECONDS}, math.max(1, math.ceil(second + ${COUNTED_SECONDS} - exact)))
  return budget.reset
end

local result = { seq }
local hasAdmitted = false
for i = 4, #ARGV, 5 do
  local own = budgets[tonumber(ARGV[i])]
  local ownLimit = tonumber(ARGV[i + 1])
  local platform = budgets[tonumber(ARGV[i + 2])]
  local platformLimit = tonumber(ARGV[i + 3])
  local isCounted = ARGV[i + 4] == '1'
  local verdict = 0
  if own.sum + own.added >= ownLimit then
    verdict = 1
  elseif platform.sum + platform.added >= platformLimit then
    verdict = 2
  elseif isCounted then
    own.added = own.added + 1
    platform.added = platform.added + 1
    hasAdmitted = true
  end
  local reset = 0
  if verdict == 2 and isCounted then
    reset = resetOf(platform, platformLimit)
  elseif own.sum + own.added >= ownLimit then
    reset = resetOf(own, ownLimit)
  end
  result[#result + 1] = verdict
  result[#result + 1] = math.max(0, ownLimit - own.sum - own.added)
  result[#result + 1] = reset
end

-- The first write is one that a full Redis rejects: after any other it would let the rest through.
if hasAdmitted then
  result[1] = seq + 1
  redis.call('HSET', KEYS[1], 'seq', seq + 1)
end
for i = 2, #KEYS do
  local budget = budgets[i]
  if budget.added > 0 or budget.state == 'moved' then
    local place = budget.second % ${COUNTED_SECONDS}
    local more = budget.added
    if budget.state ~= 'same' then
      redis.call('DEL', budget.key)
      if budget.state == 'moved' then more = more + budget.sum end
    elseif #budget.left > 0 then
      redis.call('HDEL', budget.key, unpack(budget.left))
    end
    redis.call('HINCRBY', budget.key, place, more)
    redis.call('HSET', budget.key, 'h', budget.second, 's', budget.sum + budget.added)
    redis.call('EXPIRE', budget.key, ${EXPIRY_SECONDS})
  end
end
return result
`;

/** Returns the requests in the window of each budget of KEYS. Changes nothing. */
export const USED = `${BEGINNING}
local used = {}
for i = 1, #KEYS do used[i] = load(KEYS[i]).sum end
return used
`;
