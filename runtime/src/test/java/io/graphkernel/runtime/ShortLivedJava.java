package io.graphkernel.runtime;

import java.util.List;

/** JVM options for tests of a few seconds. */
public final class ShortLivedJava {

    /** The second compiler and the parallel collector take as long as all the rest. */
    public static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ShortLivedJava() {}
}
