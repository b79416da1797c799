package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the thread of the preparation does when javac is done. */
class PreparationTest {

    private static final String THREAD = "graphkernel-preparation";

    @TempDir
    Path directory;

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private Thread.UncaughtExceptionHandler before;

    @BeforeEach
    void listen() {
        before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (thread.getName().equals(THREAD)) {
                uncaught.add(failure);
            }
        });
    }

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    void needsNoClassOnceJavacHasClosedTheProcessorPath() throws IOException, InterruptedException {
        Path source = Files.writeString(directory.resolve("Wrong.java"), """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Wrong {
                @GraphKernel
                static Tensor wrong(Tensor x) { return Ops.softmax(x, -1); }
            }
            """);

        List<String> messages = compile(source);

        assertThat(messages).singleElement().asString().contains("[GK-2005]");
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(THREAD)) {
                thread.join();
            }
        }
        assertThat(uncaught).isEmpty();
    }

    /** With a processor that javac loads, and whose loader it closes. */
    private List<String> compile(Path source) throws IOException {
        List<String> messages = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-cp",
                    RuntimeClasses.classPath(),
                    "-processorpath",
                    System.getProperty("java.class.path"),
                    "-d",
                    directory.toString(),
                    "-Agraphkernel.reportDir=" + directory.resolve("reports"),
                    "-Agraphkernel.targets=jvm");
            compiler.getTask(
                            null,
                            files,
                            message -> messages.add(message.getMessage(null)),
                            options,
                            null,
                            files.getJavaFileObjects(source))
                    .call();
        }
        return messages;
    }
}
