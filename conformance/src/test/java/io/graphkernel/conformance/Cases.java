package io.graphkernel.conformance;

import io.graphkernel.testing.TestTier;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All cases, or those of the ops that the system property {@code conformance.ops} lists, separated by commas. */
final class Cases {

    /** Stride that selects one case. */
    private static final int ONE = 1_000_000;

    /** Stride of the eager cases of a variant, which has several dtypes: most of the time is spent in the definitions. */
    private static final int CASES_OF_AN_EAGER_ONE = TestTier.select(12, 3, 1);

    /** Compilation stride of an op's cases: clang takes most of the time, and the fast tier compiles one case of each op. */
    private static final int CASES_OF_A_COMPILED_ONE = TestTier.isFast() ? ONE : 6;

    /** The system property. */
    static final String OPS = "conformance.ops";

    /** The system property that lists dtypes in the same way. */
    static final String DTYPES = "conformance.dtypes";

    private static final Set<String> WANTED_DTYPES =
            Set.of(System.getProperty(DTYPES, "").split(","));

    private static final Set<String> WANTED = Set.of(System.getProperty(OPS, "").split(","));

    private static final List<Case> EVERY = Stream.of(
                    ElementwiseCases.all(),
                    BitCases.all(),
                    ActivationCases.all(),
                    NumericCases.all(),
                    SpecialCases.all(),
                    ReductionCases.all(),
                    NormCases.all(),
                    FusedNormCases.all(),
                    LossCases.all(),
                    AlignmentCases.all(),
                    MovementCases.all(),
                    IndexCases.all(),
                    ArrangementCases.all(),
                    ShapeCases.all(),
                    NetworkCases.all(),
                    FourierCases.all(),
                    AlgebraCases.all(),
                    OrderCases.all(),
                    CountingCases.all(),
                    IndexingCases.all(),
                    UpdateCases.all(),
                    ProductCases.all(),
                    SplitProductCases.all(),
                    PoolingCases.all(),
                    DequantizationCases.all(),
                    CollectiveCases.all(),
                    AttentionCases.all(),
                    RandomCases.all(),
                    DistributionCases.all())
            .flatMap(Function.identity())
            .filter(tested -> WANTED.contains("") || WANTED.contains(tested.op()))
            .filter(tested -> WANTED_DTYPES.contains("")
                    || WANTED_DTYPES.contains(tested.dtype().toString()))
            .toList();

    /** All cases of the exhaustive tier; in others one of each op with a dtype that shares its code with another. */
    private static final List<Case> ALL = TestTier.isExhaustive() || Scope.compilesEveryCase() ? EVERY : sampled();

    private static final List<Case> EAGER = Scope.compilesEveryCase()
            ? ALL
            : List.copyOf(part(ALL, tested -> tested.op() + " " + tested.variant(), CASES_OF_AN_EAGER_ONE));

    private static final List<Case> COMPILED =
            Scope.compilesEveryCase() ? ALL : List.copyOf(part(ALL, Case::op, CASES_OF_A_COMPILED_ONE));

    private Cases() {}

    private static List<Case> sampled() {
        Map<Boolean, List<Case>> byScarcity =
                EVERY.stream().collect(Collectors.partitioningBy(tested -> Dtypes.isScarce(tested.dtype())));
        Set<Case> chosen = part(byScarcity.get(true), Case::op, ONE);
        return EVERY.stream()
                .filter(tested -> !Dtypes.isScarce(tested.dtype()) || chosen.contains(tested))
                .toList();
    }

    /** Returns the cases of the exhaustive tier. */
    static List<Case> every() {
        return EVERY;
    }

    static List<Case> all() {
        return ALL;
    }

    /** Returns the cases that run as plain Java: a sample of each op's; all of some ops or in the exhaustive tier. */
    static List<Case> eager() {
        return EAGER;
    }

    /**
     * Returns the cases that the annotation processor compiles: a sample of each op's; all of some ops or in the exhaustive tier.
     */
    static List<Case> compiled() {
        return COMPILED;
    }

    /**
     * Returns every n-th case of each op, and at least one. The start rotates by op, since all have dtypes and variants in the
     * same order.
     */
    static <T> Set<T> part(List<T> elements, Function<T, String> op, int cases) {
        Map<String, List<T>> ofOps =
                elements.stream().collect(Collectors.groupingBy(op, LinkedHashMap::new, Collectors.toList()));
        Set<T> chosen = new LinkedHashSet<>();
        int number = 0;
        for (List<T> ofOp : ofOps.values()) {
            int first = number++ % Math.min(cases, ofOp.size());
            for (int i = first; i < ofOp.size(); i += cases) {
                chosen.add(ofOp.get(i));
            }
        }
        return chosen;
    }
}
