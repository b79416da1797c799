package io.graphkernel.common.abi;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Platform names in the spelling of JavaCPP, and file names of shared libraries. The compiler writes libraries under
 * these names and the runtime looks them up.
 */
public final class PlatformNames {
    /** Supported platforms. */
    public static final List<String> ALL =
            List.of("linux-x86_64", "linux-arm64", "macosx-arm64", "macosx-x86_64", "windows-x86_64");

    private static final String CURRENT = of(System.getProperty("os.name"), System.getProperty("os.arch"));

    private PlatformNames() {}

    /** Returns the platform of this process, such as {@code linux-x86_64}, even if it is not supported. */
    public static String current() {
        return CURRENT;
    }

    /**
     * Returns the file name of a shared library.
     *
     * @param platform one of {@link #ALL}
     * @param stem base name of the library
     * @return a name such as {@code libname.so} for the stem {@code name}
     */
    public static String library(String platform, String stem) {
        if (platform.startsWith("windows")) {
            return stem + ".dll";
        }
        return "lib" + stem + (platform.startsWith("macosx") ? ".dylib" : ".so");
    }

    /**
     * Returns the platform for a spelling of other tools, such as {@code linux-amd64}, {@code osx-aarch_64} or
     * {@code win64}.
     *
     * @param name name as the user wrote it
     * @return a name of {@link #ALL}; empty if it matches none of them, or omits the processor where there are two
     */
    public static Optional<String> ofOtherSpelling(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        String system = plain.startsWith("linux")
                ? "linux"
                : plain.matches("(mac|osx|darwin|apple).*") ? "macosx" : plain.startsWith("win") ? "windows" : "";
        String processor = plain.matches(".*(x86[-_]?64|amd[-_]?64|x64|win64)")
                ? "x86_64"
                : plain.matches(".*(aarch[-_]?64|arm[-_]?64|armv8|apple)") ? "arm64" : "";
        List<String> fitting = ALL.stream()
                .filter(platform -> !system.isEmpty() && platform.startsWith(system) && platform.endsWith(processor))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
    }

    /** Returns the platform for values of the system properties {@code os.name} and {@code os.arch}. */
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
