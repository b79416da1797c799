package io.graphkernel.abi;

import java.util.List;
import java.util.Locale;

/**
 * Names of platforms, as JavaCPP spells them, and of shared libraries there. The compiler writes libraries under these names
 * and the run time looks for them.
 */
public final class PlatformNames {
    /** The platforms that GraphKernel is built for. */
    public static final List<String> ALL =
            List.of("linux-x86_64", "linux-arm64", "macosx-arm64", "macosx-x86_64", "windows-x86_64");

    private static final String CURRENT = of(System.getProperty("os.name"), System.getProperty("os.arch"));

    private PlatformNames() {}

    /** The platform of this process, such as {@code linux-x86_64}, whether or not GraphKernel is built for it. */
    public static String current() {
        return CURRENT;
    }

    /**
     * The file name of a shared library.
     *
     * @param platform one of {@link #ALL}
     * @param stem the library's own name
     * @return for example {@code libname.so} for the stem {@code name}
     */
    public static String library(String platform, String stem) {
        if (platform.startsWith("windows")) {
            return stem + ".dll";
        }
        return "lib" + stem + (platform.startsWith("macosx") ? ".dylib" : ".so");
    }

    /** The name for values of the system properties {@code os.name} and {@code os.arch}. */
    static String of(String osName, String osArch) {
        String system = osName.toLowerCase(Locale.ROOT);
        String processor = osArch.toLowerCase(Locale.ROOT);
        return (system.startsWith("mac") ? "macosx" : system.startsWith("windows") ? "windows" : system)
                + '-'
                + switch (processor) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm64";
                    default -> processor;
                };
    }
}
