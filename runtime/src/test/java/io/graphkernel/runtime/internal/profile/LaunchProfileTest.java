package io.graphkernel.runtime.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchProfileTest {

    @Test
    void launchProfile_isOnOnlyWhileARecordingRequestsForLaunches() {
        assertThat(LaunchProfile.isOn()).isFalse();
        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(LaunchProfile.isOn()).isFalse();
        }
        try (Recording recording = new Recording()) {
            recording.enable("io.graphkernel.KernelLaunch");
            recording.start();
            assertThat(LaunchProfile.isOn()).isTrue();
        }
        assertThat(LaunchProfile.isOn()).isFalse();
    }

    /** Maven's {@code exec:java} closes the program's class loader before the JVM ends. */
    @Test
    void trace_isAWholeListAlsoIfTheLoaderIsClosedBeforeTheEnd(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("trace.json");
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        System.setProperty("graphkernel.trace", file.toString());
        Method end;
        try {
            end = Class.forName(LaunchProfile.class.getName(), true, loader).getDeclaredMethod("finish");
        } finally {
            System.clearProperty("graphkernel.trace");
            loader.close();
        }
        end.setAccessible(true);
        end.invoke(null);

        assertThat(JsonReader.objects(JsonReader.read(Files.readString(file)))).hasSize(1);
    }

    /** Also in the interpreter, which does not fold anything. */
    @Test
    void nothing_isAllocatedWhenOff() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        assertThat(LaunchProfile.isOn()).isFalse();
        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < 100; i++) {
            if (LaunchProfile.isOn()) {
                throw new AssertionError("on");
            }
        }
        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(1600);
    }
}
