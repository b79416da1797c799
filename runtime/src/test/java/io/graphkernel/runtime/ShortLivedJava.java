package io.graphkernel.runtime;

import java.util.List;

/** How Java is started for a test of some seconds. */
public final class ShortLivedJava {

    /** The second compiler and the parallel collector take as long as all the rest. */
    public static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ShortLivedJava() {}
}
