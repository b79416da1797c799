package io.graphkernel.conformance.random;

import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws programs: each seed gives one. */
final class ProgramGenerator {

    private static final int MIN_OPS = 3;
    private static final int MAX_OPS = 40;
    private static final int ATTEMPTS_PER_OP = 12;
    private static final List<String> SYMBOLS = List.of("n", "m", "d", "k");
    private static final List<Integer> SIZES = List.of(2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 19, 33);
    /** Worth several blocks and threads. */
    private static final List<Integer> LARGE_SIZES = List.of(7, 64, 130, 260);

    private static final int MAX_ELEMENTS = 3000;
    private static final int MAX_ELEMENTS_OF_LARGE = 50_000;
    /** Dtypes of arithmetic. */
    private static final List<DType> COMPUTED =
            Stream.of(DType.values()).filter(dtype -> !dtype.isStorageOnly()).toList();

    private static final List<DType> COMMON =
            List.of(DType.F32, DType.F32, DType.F32, DType.F64, DType.F16, DType.BF16, DType.I32);

    /** A kind of statement. */
    private record Step(int weight, Consumer<Draft> draw) {}

    private final List<Step> ranked;
    private final List<Step> unranked;

    private final boolean differentiated;

    ProgramGenerator(List<OpCall> calls) {
        this(calls, false);
    }

    /**
     * Creates a generator.
     *
     * @param differentiated true if the programs are losses, whose gradients are taken
     */
    ProgramGenerator(List<OpCall> calls, boolean differentiated) {
        this.differentiated = differentiated;
        CallSteps steps = new CallSteps(calls);
        unranked = List.of(
                new Step(6, steps::elementwise),
                new Step(4, steps::basic),
                new Step(1, NumberSteps::arithmetic),
                new Step(1, JoinSteps::cast));
        ranked = List.of(
                new Step(20, steps::shaped),
                new Step(8, steps::norm),
                new Step(20, steps::elementwise),
                new Step(6, steps::update),
                new Step(22, steps::basic),
                new Step(4, NumberSteps::arithmetic),
                new Step(12, ReductionSteps::reduce),
                new Step(3, ReductionSteps::softmax),
                new Step(3, ReductionSteps::scan),
                new Step(2, ReductionSteps::extremum),
                new Step(4, ViewSteps::transpose),
                new Step(2, ViewSteps::reverse),
                new Step(2, ViewSteps::merge),
                new Step(2, ViewSteps::divide),
                new Step(1, ViewSteps::refill),
                new Step(2, ViewSteps::expandDims),
                new Step(2, ViewSteps::squeeze),
                new Step(3, ViewSteps::broadcast),
                new Step(4, ViewSteps::slice),
                new Step(2, ViewSteps::repeat),
                new Step(2, ViewSteps::triangle),
                new Step(4, JoinSteps::concat),
                new Step(2, JoinSteps::stack),
                new Step(2, JoinSteps::split),
                new Step(2, JoinSteps::pad),
                new Step(3, JoinSteps::gather),
                new Step(1, JoinSteps::oneHot),
                new Step(5, JoinSteps::cast),
                new Step(3, JoinSteps::matMul));
    }

    /** The program of a seed. */
    Program draw(String name, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Program program;
        do {
            program = draw(name, random);
            program = differentiated ? GradientReference.differentiated(program) : program;
        } while (program.statements().size() < MIN_OPS);
        // From numbers of their own, so that a seed's program is the same with any flags.
        return program.withFlags(RandomSwitches.of(program, new SplittableRandom(~seed)));
    }

    private Program draw(String name, SplittableRandom random) {
        boolean isUnranked = random.nextInt(8) == 0;
        List<String> symbols = SYMBOLS.subList(0, 2 + random.nextInt(3));
        Draft draft = new Draft(random, isUnranked, dtypes(random), symbols, bindings(random, symbols));
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            DType dtype = i == 1 ? draft.dtypes().get(0) : draft.dtype();
            draft.attempt(() -> draft.parameter(dtype, shape(draft)));
        }
        int ops = ops(random);
        List<Step> steps = isUnranked ? unranked : ranked;
        int total = steps.stream().mapToInt(Step::weight).sum();
        int attempts = ops * ATTEMPTS_PER_OP;
        for (int i = 0; i < attempts && draft.statements().size() < ops; i++) {
            Step step = step(steps, random.nextInt(total));
            draft.attempt(() -> step.draw().accept(draft));
        }
        List<Value> results = results(draft, 1 + random.nextInt(Program.MAX_RESULTS));
        return new Program(
                        name,
                        "",
                        isUnranked,
                        draft.parameters(),
                        draft.statements(),
                        results,
                        draft.bindings(),
                        List.of())
                .live();
    }

    /** More often few than many. */
    private static int ops(SplittableRandom random) {
        return IntStream.generate(() -> random.nextInt(MIN_OPS, MAX_OPS + 1))
                .limit(3)
                .min()
                .orElseThrow();
    }

    private static Step step(List<Step> steps, int index) {
        int rest = index;
        for (Step step : steps) {
            rest -= step.weight();
            if (rest < 0) {
                return step;
            }
        }
        throw new IllegalArgumentException("no step at " + index);
    }

    private static List<DType> dtypes(SplittableRandom random) {
        List<DType> dtypes = new ArrayList<>();
        dtypes.add(COMMON.get(random.nextInt(COMMON.size())));
        for (int i = random.nextInt(3); i > 0; i--) {
            dtypes.add(COMPUTED.get(random.nextInt(COMPUTED.size())));
        }
        return dtypes;
    }

    /** Sizes that make rows, tails of vectors, sizes of 1 and empty tensors. */
    private static List<Binding> bindings(SplittableRandom random, List<String> symbols) {
        List<Binding> bindings = new ArrayList<>();
        boolean large = random.nextInt(12) == 0;
        for (int i = 0; i < 4; i++) {
            boolean isLarge = large && i == 0;
            List<Integer> choices = isLarge ? LARGE_SIZES : SIZES;
            Map<String, Integer> sizes = new HashMap<>();
            int special = random.nextInt(symbols.size());
            for (String symbol : symbols) {
                boolean isSpecial = symbols.indexOf(symbol) == special;
                int size = choices.get(Math.min(random.nextInt(choices.size()), random.nextInt(choices.size())));
                sizes.put(symbol, i == 2 && isSpecial ? 1 : i == 3 && isSpecial ? 0 : size);
            }
            bindings.add(new Binding(sizes, isLarge ? MAX_ELEMENTS_OF_LARGE : MAX_ELEMENTS));
        }
        return bindings;
    }

    private static List<Dim> shape(Draft draft) {
        int rank = 1 + draft.random().nextInt(3);
        return IntStream.range(0, rank)
                .mapToObj(axis -> draft.random().nextInt(8) == 0 ? Dim.ONE : draft.dim())
                .toList();
    }

    /** Returns the values that depend on the most statements. */
    private static List<Value> results(Draft draft, int count) {
        Program whole =
                new Program("", "", false, draft.parameters(), draft.statements(), List.of(), List.of(), List.of());
        List<Value> declared = draft.statements().stream()
                .flatMap(statement -> statement.results().stream())
                .toList();
        List<Value> chosen = new ArrayList<>();
        for (int i = 0; i < count && chosen.size() < declared.size(); i++) {
            declared.stream()
                    .filter(value -> !chosen.contains(value))
                    .max(Comparator.comparingInt(value -> {
                        List<Value> results = new ArrayList<>(chosen);
                        results.add(value);
                        return whole.withResults(results).live().statements().size();
                    }))
                    .ifPresent(chosen::add);
        }
        return chosen;
    }
}
