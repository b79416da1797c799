package io.graphkernel.processor.toolchain;

import io.graphkernel.common.target.GpuModel;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Limit of the registers per thread of kernels, as a directive of PTX: OpenCL C has no attribute for it. */
public final class PtxRegisterLimit {
    /** Head of a kernel, up to its body. */
    private static final Pattern ENTRY = Pattern.compile("^\\.visible \\.entry (\\w+)\\([^{]*", Pattern.MULTILINE);

    private static final String DIRECTIVE =
            ".maxnreg " + GpuModel.DEFAULT.launch().maxRegistersPerThread() + "\n";

    private PtxRegisterLimit() {}

    /**
     * Limits the registers of some kernels.
     *
     * @param ptx text of a module
     * @param limited selects kernels by name
     * @return the module with the limits
     */
    public static String apply(String ptx, Predicate<String> limited) {
        return ENTRY.matcher(ptx).replaceAll(entry -> limited.test(entry.group(1)) ? "$0" + DIRECTIVE : "$0");
    }
}
