package io.graphkernel.examples.userproject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** The JDKs of this machine: that of these tests, and those in its sibling directories. */
final class Jdks {

    private Jdks() {}

    /**
     * A JDK.
     *
     * @param feature the least version
     */
    static Optional<Path> ofVersion(int feature) throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        if (Runtime.version().feature() >= feature) {
            return Optional.of(own);
        }
        try (Stream<Path> siblings = Files.list(own.getParent())) {
            return siblings.filter(jdk -> Files.isExecutable(jdk.resolve("bin/javac")) && version(jdk) >= feature)
                    .sorted()
                    .findFirst();
        }
    }

    /** Returns the version of a JDK in its file {@code release}, or 0. */
    private static int version(Path jdk) {
        Properties release = new Properties();
        try (InputStream file = Files.newInputStream(jdk.resolve("release"))) {
            release.load(file);
            return Runtime.Version.parse(
                            release.getProperty("JAVA_VERSION", "0").replace("\"", ""))
                    .feature();
        } catch (IOException | IllegalArgumentException notAJdk) {
            return 0;
        }
    }
}
