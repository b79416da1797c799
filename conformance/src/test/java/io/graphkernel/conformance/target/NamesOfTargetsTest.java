package io.graphkernel.conformance.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.build.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A new target touches its own packages and the lists: no other source depends on a target, or has its id as a text. */
class NamesOfTargetsTest {

    private static final Pattern NAME = Pattern.compile(
            "\"(?:" + String.join("|", Targets.ids(Targets.ALL))
                    + ")\"|^import io\\.graphkernel\\.(?:processor\\.target"
                    + "|runtime\\.internal\\.device)\\.[a-z0-9]+\\.",
            Pattern.MULTILINE);

    @Test
    void processorList_hasTargets() {
        assertThat(namesIn("../processor/src/main/java/io/graphkernel/processor", "target/[a-z0-9]+/.*"))
                .containsExactly("build/Targets.java");
    }

    /** Users call devices by name; a library of one vendor is for its devices; library calls name themselves in profiles. */
    @Test
    void runtimeList_hasTargets() {
        assertThat(namesIn("../runtime/src/main/java/io/graphkernel/runtime", "internal/device/[a-z0-9]+/.*"))
                .containsExactly(
                        "Device.java",
                        "generated/library/LibraryCall.java",
                        "generated/library/aclnn/Aclnn.java",
                        "generated/library/call/CollectiveCall.java",
                        "generated/library/cublas/CublasLt.java",
                        "generated/library/onednn/OneDnnLibrary.java",
                        "internal/collective/vendor/DeviceCommunicator.java",
                        "internal/setting/DevicePlugins.java");
    }

    /** The sources that name a target, but for those of the targets. */
    private static Set<String> namesIn(String root, String own) {
        Path sources = Path.of(root);
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = sources.relativize(file).toString().replace('\\', '/');
                if (!name.matches(own) && NAME.matcher(Files.readString(file)).find()) {
                    names.add(name);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
