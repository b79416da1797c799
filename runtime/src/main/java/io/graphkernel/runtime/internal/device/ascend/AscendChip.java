package io.graphkernel.runtime.internal.device.ascend;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A family of chips with the same instructions.
 *
 * @param architecture its {@code NPU_ARCH}
 * @param names of its products; {@code Ascend910B} without a digit is an older chip
 * @param cores of its smallest product that run kernels
 * @param coreNumber the attribute of a device that says how many it has
 * @param compilesAtLoad whether AscendCL has a compiler for it
 */
record AscendChip(long architecture, Pattern names, int cores, int coreNumber, boolean compilesAtLoad) {

    /** On the 310P the vector cores are further ones, with fewer instructions. */
    private static final List<AscendChip> ALL = List.of(
            new AscendChip(2201, Pattern.compile("Ascend910(B\\d|_93).*"), 40, AscendApi.VECTOR_CORE_NUMBER, true),
            new AscendChip(3510, Pattern.compile("Ascend(910_95|950).*"), 64, AscendApi.VECTOR_CORE_NUMBER, true),
            new AscendChip(2002, Pattern.compile("Ascend310P.*"), 8, AscendApi.AI_CORE_NUMBER, false));

    /** The family of a product; empty if kernels are not printed for it. */
    static Optional<AscendChip> named(String product) {
        return ALL.stream()
                .filter(chip -> chip.names.matcher(product).matches())
                .findFirst();
    }

    /** The family of a number; empty if kernels are not printed for it. */
    static Optional<AscendChip> of(long architecture) {
        return ALL.stream().filter(chip -> chip.architecture == architecture).findFirst();
    }

    /**
     * The options by which the compiler compiles for it. Kernels have all barriers that they need; whether the compiler adds
     * some by default is not documented.
     */
    List<String> options() {
        return List.of("--npu-arch=dav-" + architecture, "--cce-auto-sync=off");
    }
}
