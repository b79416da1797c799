package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Vectors of operands that take an elementwise op through all magnitudes. The same in every process. */
final class Sweep {

    /** A prime, so that all mantissas occur: 65 thousand floats out of 2³². */
    private static final int STRIDE = 65519;

    private static final int RANDOM_TUPLES = 4000;

    private Sweep() {}

    /** One vector for each operand, all of one length. */
    static NdArray[] of(List<Operand> operands) {
        List<Scalar[]> tuples = tuples(operands);
        return IntStream.range(0, operands.size())
                .mapToObj(i -> NdArray.vector(
                        operands.get(i).dtype(),
                        tuples.stream().map(tuple -> tuple[i]).toArray(Scalar[]::new)))
                .toArray(NdArray[]::new);
    }

    private static List<Scalar[]> tuples(List<Operand> operands) {
        List<Scalar[]> tuples = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        boolean unlimited =
                operands.stream().allMatch(operand -> operand.sampler().isUnlimited());
        if (unlimited && operands.size() == 1) {
            dense(operands.get(0).dtype()).forEach(value -> tuples.add(new Scalar[] {value}));
            return tuples;
        }
        addSpecials(tuples, operands);
        if (unlimited) {
            addBitPatterns(tuples, operands, random);
        }
        for (int i = 0; i < RANDOM_TUPLES; i++) {
            tuples.add(operands.stream()
                    .map(operand -> operand.sampler().sample(operand.dtype(), random))
                    .toArray(Scalar[]::new));
        }
        return tuples;
    }

    private static List<Scalar> dense(DType dtype) {
        List<Scalar> values = new ArrayList<>(Specials.all(dtype));
        int bits = 8 * dtype.bytes();
        long patterns = bits > 16 ? (1L << 32) / STRIDE : dtype == DType.BOOL ? 2 : 1L << bits;
        long step = bits > 16 ? STRIDE * (1L << bits - 32) + (bits > 32 ? 1 : 0) : 1;
        for (long i = 0; i < patterns; i++) {
            values.add(Sampler.ofBits(dtype, i * step));
        }
        return values;
    }

    /** Every pair of magnitudes; a third operand rotates. */
    private static void addSpecials(List<Scalar[]> tuples, List<Operand> operands) {
        List<List<Scalar>> specials = operands.stream()
                .map(operand -> operand.sampler().magnitudes(operand.dtype()))
                .toList();
        int others = operands.size() == 1 ? 1 : specials.get(1).size();
        for (int i = 0; i < specials.get(0).size(); i++) {
            for (int j = 0; j < others; j++) {
                Scalar[] tuple = new Scalar[operands.size()];
                tuple[0] = specials.get(0).get(i);
                if (tuple.length > 1) {
                    tuple[1] = specials.get(1).get(j);
                }
                for (int k = 2; k < tuple.length; k++) {
                    tuple[k] = specials.get(k)
                            .get((i + 5 * j + k) % specials.get(k).size());
                }
                tuples.add(tuple);
            }
        }
    }

    /** Random bit patterns; all pairs of bytes. */
    private static void addBitPatterns(List<Scalar[]> tuples, List<Operand> operands, SplittableRandom random) {
        boolean bytes = operands.size() == 2 && operands.get(0).dtype().bytes() == 1;
        int count = bytes ? 1 << 16 : 4 * RANDOM_TUPLES;
        for (int i = 0; i < count; i++) {
            int pair = i;
            tuples.add(IntStream.range(0, operands.size())
                    .mapToObj(k -> Sampler.ofBits(operands.get(k).dtype(), bytes ? pair >> 8 * k : random.nextLong()))
                    .toArray(Scalar[]::new));
        }
    }
}
