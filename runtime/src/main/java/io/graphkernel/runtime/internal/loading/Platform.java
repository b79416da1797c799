package io.graphkernel.runtime.internal.loading;

import java.util.List;
import java.util.Locale;

/** Names of platforms, as JavaCPP spells them. */
public final class Platform {
    /** The platforms that GraphKernel is built for. */
    static final List<String> KNOWN =
            List.of("linux-x86_64", "linux-arm64", "macosx-arm64", "macosx-x86_64", "windows-x86_64");

    private static final String CURRENT = name(System.getProperty("os.name"), System.getProperty("os.arch"));

    private Platform() {}

    /** The platform of this process, such as {@code linux-x86_64}. */
    public static String current() {
        return CURRENT;
    }

    /** The file name of a shared library on a known platform. */
    static String libraryName(String platform, String stem) {
        if (platform.startsWith("windows")) {
            return stem + ".dll";
        }
        return "lib" + stem + (platform.startsWith("macosx") ? ".dylib" : ".so");
    }

    static String name(String osName, String osArch) {
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
