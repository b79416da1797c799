package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Alignments;
import io.graphkernel.conformance.oracle.Losses.Reduction;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.Stream;

/** Losses over the alignments of labels with time: of sequences with equal neighbors, without labels, and too short ones. */
final class AlignmentCases {

    private static final Sampler SCORES = Sampler.between(-3, 0);

    private AlignmentCases() {}

    static Stream<Case> all() {
        Stream<Case> ofDtypes = Dtypes.REALS.stream()
                .flatMap(dtype -> Stream.of(
                        loss("few", dtype, DType.I32, Reduction.NONE, "4, n, 3", 0),
                        gradient("", dtype, DType.I32, "4, n, 3", 0)));
        Stream<Case> others = Stream.of(
                loss("blank", DType.F32, DType.I64, Reduction.SUM, "4, n, 3", 2),
                loss("open", DType.F32, DType.I64, Reduction.MEAN, "d, 2, 4", 1),
                loss("one", DType.F64, DType.I32, Reduction.SUM, "1, n, 4", 0),
                gradient("one", DType.F64, DType.I64, "1, n, 4", 3));
        return Stream.concat(ofDtypes, others);
    }

    private static Case loss(String form, DType dtype, DType index, Reduction reduction, String dims, int blank) {
        boolean zeroInfinity = reduction != Reduction.NONE;
        return Case.of(
                        "CTCLoss",
                        form,
                        dtype,
                        "$(a, b, c, d, " + blank + ", Reduction." + reduction + ", " + zeroInfinity + ")",
                        x -> List.of(Alignments.losses(blank, reduction, zeroInfinity, x)),
                        operands(dtype, index, dims, blank).toArray(Operand[]::new))
                .withoutEmpty();
    }

    private static Case gradient(String form, DType dtype, DType index, String dims, int blank) {
        Stream<Operand> factor = Stream.of(new Operand(dtype, "n", Sampler.between(0.5, 2)));
        return Case.of(
                        "CTCLossGrad",
                        form,
                        dtype,
                        "$(a, b, c, d, e, " + blank + ")",
                        x -> List.of(Alignments.gradient(blank, x)),
                        Stream.concat(operands(dtype, index, dims, blank), factor)
                                .toArray(Operand[]::new))
                .withoutEmpty();
    }

    private static Stream<Operand> operands(DType dtype, DType index, String dims, int blank) {
        Sampler labels =
                blank == 0 ? Sampler.between(1, 2) : blank == 1 ? Sampler.between(2, 3) : Sampler.between(0, 1);
        String count = dims.split(", ")[1];
        return Stream.of(
                new Operand(dtype, dims, SCORES),
                new Operand(index, count + ", 3", labels),
                new Operand(index, count, Sampler.between(1, 6)),
                new Operand(index, count, Sampler.between(0, 3)));
    }
}
