package io.graphkernel.conformance;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** All cases, or those of the ops that the system property {@code conformance.ops} lists, separated by commas. */
final class Cases {

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

    private Cases() {}

    static List<Case> all() {
        return ALL;
    }
}
