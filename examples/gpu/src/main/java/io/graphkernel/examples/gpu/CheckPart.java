package io.graphkernel.examples.gpu;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The parts of a check, the most valuable first. */
enum CheckPart {
    /** The machine, its devices, and the self-test of each. */
    DOCTOR(1),
    /** Kernels whose exact results are known. */
    ANSWERS(1),
    /** Host and device time of a launch, without and with a graph. */
    LAUNCH(1),
    /** Bandwidth of a copy, the limit of all rows. */
    COPY(1),
    /** Conformance cases, slice by slice until the time is over. */
    CONFORMANCE(5),
    /** Derived gradients of the op table. */
    GRADIENTS(2),
    /** A sample of the conformance cases, checked for bounds and races. */
    SANITIZER(2),
    /** Memory-bound kernels compared with PyTorch and Triton. */
    ROWS(8),
    /** Matmuls and attention compared with PyTorch and Triton. */
    MATMULS(3),
    /** Training steps of GPT-2 compared with PyTorch. */
    GPT(4),
    /** Hardware counters of the slowest rows. */
    PROFILE(2);

    private final int weight;

    /**
     * Creates a part.
     *
     * @param weight share of the remaining time, relative to the weights of this part and of those that follow
     */
    CheckPart(int weight) {
        this.weight = weight;
    }

    /** Returns the name in arguments and results. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the part of a name. */
    static CheckPart of(String label) {
        return Arrays.stream(values())
                .filter(checkPart -> checkPart.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown part '" + label + "'; parts: " + labels()));
    }

    /** Returns the names of all parts, in order. */
    static List<String> labels() {
        return Arrays.stream(values()).map(CheckPart::label).toList();
    }

    /** Returns this part's share of the remaining time among the selected parts that are not complete. */
    double share(List<CheckPart> selected) {
        int rest = selected.stream()
                .filter(checkPart -> checkPart.compareTo(this) >= 0)
                .mapToInt(checkPart -> checkPart.weight)
                .sum();
        return (double) weight / rest;
    }
}
