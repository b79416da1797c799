package io.graphkernel.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Frameworks whose native libraries this build has. */
final class Frameworks {
    private Frameworks() {}

    /** Skips the tests where the build has no native libraries for the platform; else they must load. */
    static void require(String framework, Runnable use) {
        assumeTrue(
                Boolean.getBoolean("interop.frameworks"),
                framework + ": this build has no native libraries of it for this platform");
        use.run();
    }
}
