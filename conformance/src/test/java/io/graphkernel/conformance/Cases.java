package io.graphkernel.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    private static final List<Case> COMPILED = Scope.compilesEveryCase() ? ALL : part(ALL);

    private Cases() {}

    static List<Case> all() {
        return ALL;
    }

    /** Those that the annotation processor compiles: a part of each op's or, of some ops or in the long profile, all. */
    static List<Case> compiled() {
        return COMPILED;
    }

    /** Each op begins with another one of its cases, since these have dtypes and forms in the same order. */
    private static List<Case> part(List<Case> all) {
        Map<String, List<Case>> ofOps =
                all.stream().collect(Collectors.groupingBy(Case::op, LinkedHashMap::new, Collectors.toList()));
        List<Case> chosen = new ArrayList<>();
        int op = 0;
        for (List<Case> cases : ofOps.values()) {
            int first = op++ % Math.min(CASES_OF_A_COMPILED_ONE, cases.size());
            for (int i = first; i < cases.size(); i += CASES_OF_A_COMPILED_ONE) {
                chosen.add(cases.get(i));
            }
        }
        return List.copyOf(chosen);
    }
}
