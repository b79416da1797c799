package io.graphkernel.conformance;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** All cases. */
final class Cases {

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
            .toList();

    private Cases() {}

    static List<Case> all() {
        return ALL;
    }
}
