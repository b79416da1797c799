package io.graphkernel.conformance.oracle;

import java.util.stream.Stream;

/** Collectives over the arrays of all ranks. */
public final class Collectives {

    private Collectives() {}

    /** Their sum, element by element. */
    public static NdArray sum(Scalar zero, NdArray... ranks) {
        return NdArray.generate(
                ranks[0].dtype(),
                ranks[0].dims(),
                p -> Reductions.sum(Stream.of(ranks).map(x -> x.at(p)).toArray(Scalar[]::new), zero));
    }

    /** The largest, element by element. */
    public static NdArray max(NdArray... ranks) {
        return NdArray.generate(
                ranks[0].dtype(),
                ranks[0].dims(),
                p -> Stream.of(ranks).map(x -> x.at(p)).reduce(Scalar::max).orElseThrow());
    }

    /** The array of one rank, as another rank has it. */
    public static NdArray onRank(NdArray x, int kept, int rank) {
        return x.map(element -> kept == rank ? element : element.number(0));
    }
}
