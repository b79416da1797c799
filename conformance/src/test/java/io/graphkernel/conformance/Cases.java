package io.graphkernel.conformance;

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

    /** Of so many cases of an op one is compiled in the normal run: clang takes longest of all that is done with them. */
    private static final int CASES_OF_A_COMPILED_ONE = 3;

    /** The system property. */
    static final String OPS = "conformance.ops";

    private static final Set<String> WANTED = Set.of(System.getProperty(OPS, "").split(","));

    private static final List<Case> ALL = Stream.of(
                    ElementwiseCases.all(),
                    ActivationCases.all(),
                    ReductionCases.all(),
                    NormCases.all(),
                    FusedNormCases.all(),
                    LossCases.all(),
                    MovementCases.all(),
                    IndexCases.all(),
                    UpdateCases.all(),
                    ProductCases.all(),
                    SplitProductCases.all(),
                    PoolingCases.all(),
                    DequantizationCases.all(),
                    CollectiveCases.all(),
                    AttentionCases.all(),
                    RandomCases.all())
            .flatMap(Function.identity())
            .filter(tested -> WANTED.contains("") || WANTED.contains(tested.op()))
            .toList();

    private static final List<Case> COMPILED =
            Scope.compilesEveryCase() ? ALL : List.copyOf(part(ALL, Case::op, CASES_OF_A_COMPILED_ONE));

    private Cases() {}

    static List<Case> all() {
        return ALL;
    }

    /** Those that the annotation processor compiles: a part of each op's or, of some ops or in the long profile, all. */
    static List<Case> compiled() {
        return COMPILED;
    }

    /** One of so many of each op, and one at least. Each op begins with another one, since all have dtypes and forms in the same order. */
    static <T> Set<T> part(List<T> all, Function<T, String> op, int cases) {
        Map<String, List<T>> ofOps =
                all.stream().collect(Collectors.groupingBy(op, LinkedHashMap::new, Collectors.toList()));
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
