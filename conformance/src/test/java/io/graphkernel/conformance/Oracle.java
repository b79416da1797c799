package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import java.util.List;

/** The results of an op by its definition. */
@FunctionalInterface
interface Oracle {

    List<NdArray> apply(NdArray... operands);
}
