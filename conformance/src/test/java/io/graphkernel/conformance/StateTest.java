package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Updates of regions of parameters at positions of a call, on every target, against the plain methods. */
@Tag("slow")
@Tag("process")
class StateTest implements AlsoOnOpenCl {

    private static final Path CLASSES = KernelClasses.target().resolve("state");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "state.StateProgram");

    @BeforeAll
    static void compile() {
        Map<String, String> sources = KernelCompiler.sources("state", "State", "StateProgram");
        OnEveryTarget.compile(CLASSES, sources);
    }

    @Test
    void append_isOneLaunch() throws IOException {
        Properties manifest = new Properties();
        try (var in = Files.newInputStream(CLASSES.resolve("META-INF/graphkernel/state.State/manifest.properties"))) {
            manifest.load(in);
        }
        assertThat(manifest.getProperty("method.append.launches")).isEqualTo("1");
        assertThat(manifest.getProperty("method.push.launches")).isEqualTo("1");
        assertThat(manifest.getProperty("method.appendFew.launches")).isEqualTo("2");
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
