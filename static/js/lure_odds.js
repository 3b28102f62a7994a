// The exact chance that a cast has for each fish: the same count as in games/lure/odds.py.

const count = (faces, wanted) => faces.reduce((found, face) => found + (face === wanted), 0);
const alike = (faces) => faces.some((face, at) => faces.indexOf(face) < at);
const MEETS = {
  none: () => true,
  a_one: (faces) => faces.includes(1),
  a_one_and_a_five: (faces) => faces.includes(1) && faces.includes(5),
  pair: alike,
  two_fours: (faces) => count(faces, 4) >= 2,
  all_odd: (faces) => faces.every((face) => face % 2 === 1),
  all_even: (faces) => faces.every((face) => face % 2 === 0),
  all_different: (faces) => !alike(faces),
};

function catches(fish, faces, total) {
  if (total < fish.catch) return false;
  return fish.requirement === "none" || (faces.length > 0 && MEETS[fish.requirement](faces));
}

const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));

// What so many six-sided dice can show, in no order, and in how many ways.
function falls(dice) {
  const found = [];
  const go = (left, from, faces) => {
    if (left === 0) {
      const orders = [1, 2, 3, 4, 5, 6].reduce((ways, face) => ways / factorial(count(faces, face)), factorial(dice));
      found.push([faces, orders]);
      return;
    }
    for (let face = from; face <= 6; face += 1) go(left - 1, face, [...faces, face]);
  };
  go(dice, 1, []);
  return found;
}

// Every way in which one die of each of these sides can fall.
function products(sides) {
  return sides.reduce(
    (ways, n) => ways.flatMap((faces) => Array.from({ length: n }, (_, at) => [...faces, at + 1])),
    [[]],
  );
}

// Halves go to the even number, as in Python.
function rounded(value) {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

// For each fish {catch, requirement}: whether it can be caught at all, and the chance in whole percent.
export function chances(fish, d6, specials, extras) {
  const ways = fish.map(() => 0);
  const rest = products(specials);
  let all = 0;
  for (const [six, orders] of falls(d6)) {
    for (const special of rest) {
      const faces = six.concat(special, extras);
      let total = 0;
      for (const face of faces) total += face;
      all += orders;
      for (let number = 0; number < fish.length; number += 1) {
        if (catches(fish[number], faces, total)) ways[number] += orders;
      }
    }
  }
  return ways.map((way) => ({ possible: way > 0, percent: rounded((100 * way) / all) }));
}
