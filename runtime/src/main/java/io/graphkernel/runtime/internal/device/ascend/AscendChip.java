package io.graphkernel.runtime.internal.device.ascend;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A family of chips with the same instructions.
 *
 * @param architecture value of {@code NPU_ARCH}
 * @param names prefixes of its product names; {@code Ascend910B} without a digit is an older chip
 * @param cores number of cores for kernels on its smallest product
 * @param coreNumber device attribute with the number of cores
 * @param compilesAtLoad true if AscendCL has a compiler for it
 */
record AscendChip(long architecture, Pattern names, int cores, int coreNumber, boolean compilesAtLoad) {

    /** On the 310P the vector cores are additional cores, with fewer instructions. */
    private static final List<AscendChip> ALL = List.of(
            new AscendChip(2201, Pattern.compile("Ascend910(B\\d|_93).*"), 40, AscendApi.VECTOR_CORE_NUMBER, true),
            new AscendChip(3510, Pattern.compile("Ascend(910_95|950).*"), 64, AscendApi.VECTOR_CORE_NUMBER, true),
            new AscendChip(2002, Pattern.compile("Ascend310P.*"), 8, AscendApi.AI_CORE_NUMBER, false));

    /** Returns the family of a product; empty if kernels are not generated for it. */
    static Optional<AscendChip> named(String product) {
        return ALL.stream()
                .filter(chip -> chip.names.matcher(product).matches())
                .findFirst();
    }

    /** Returns the family with a number; empty if kernels are not generated for it. */
    static Optional<AscendChip> of(long architecture) {
        return ALL.stream().filter(chip -> chip.architecture == architecture).findFirst();
    }

    /**
     * Returns the compiler options of the family. Kernels contain all required barriers; default insertion by the
     * compiler is not documented.
     */
    List<String> options() {
        return List.of("--npu-arch=dav-" + architecture, "--cce-auto-sync=off");
    }
}
