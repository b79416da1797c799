package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Messages of the first use have cause and fix of what happened. */
@EnabledOnOs(value = OS.LINUX, disabledReason = FreshProcessCase.LINUX_ALONE)
@Tag("process")
class FailureMessagesTest extends FreshProcessCase {

    /** Like JavaCPP 1.5.7: a constructor that the runtime calls is missing. */
    @Test
    void olderJavaCpp_isNamedWithItsVersion() throws IOException, InterruptedException {
        Path classes = Files.createDirectory(temporary.resolve("older"));
        compile(classes, "org.bytedeco.javacpp.PointerScope", """
                package org.bytedeco.javacpp;
                public class PointerScope implements AutoCloseable {
                    private PointerScope() {}
                    public static PointerScope getInnerScope() { return null; }
                    public PointerScope attach(Pointer pointer) { return this; }
                    @Override public void close() {}
                }
                """);
        assertRefused(
                process().before(classes).run("tensor"),
                "[GK-6128] incompatible JavaCPP version: 1.5.13:",
                "is of another version than what calls it: ",
                "declare org.bytedeco:javacpp:1.5.13 in the dependencies of your project, with and without the classifier ");
    }

    @Test
    @Tag("slow")
    void nowhereWritable_namesThePlaces() throws IOException, InterruptedException {
        requireRoot("closes all places to a user");
        mode(files, 0755);
        FreshProcess.Outcome outcome = victim().property("user.home", home).run("tensor");
        assertRefused(outcome, "[GK-61");
        assertThat(outcome.output())
                .contains("no permission for ", "-Dgraphkernel.native.dir=")
                .doesNotContain("unpacked in :", "java.io.IOException");
    }

    /** As maven-shade-plugin relocates them: the names change in classes and in texts. */
    @Test
    @Tag("slow")
    void renamedLibrary_isNamed() throws IOException, InterruptedException {
        List<Path> classPath = new ArrayList<>();
        for (Path source : FreshProcess.sources()) {
            if (Files.isDirectory(source)) {
                Path renamed = temporary.resolve("renamed" + classPath.size());
                rename(source, renamed);
                classPath.add(renamed);
            } else if (source.getFileName().toString().startsWith("graphkernel-")) {
                Path renamed = temporary.resolve("renamed" + classPath.size());
                try (FileSystem jar = FileSystems.newFileSystem(source)) {
                    rename(jar.getPath("/"), renamed);
                }
                classPath.add(renamed);
            } else {
                classPath.add(source);
            }
        }
        Path program = temporary.resolve("program");
        Path own = Path.of(FirstUse.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String name = FirstUse.class.getName().replace('.', '/') + ".class";
        Files.createDirectories(program.resolve(name).getParent());
        Files.writeString(
                program.resolve(name),
                renamed(Files.readString(own.resolve(name), StandardCharsets.ISO_8859_1))
                        .replace(
                                "io/graphkernem/runtime/internal/loading/FirstUse",
                                FirstUse.class.getName().replace('.', '/')),
                StandardCharsets.ISO_8859_1);
        classPath.add(0, program);
        for (String way : List.of("tensor", "bridge")) {
            FreshProcess.Outcome outcome = process().classPath(classPath).run(way);
            assertThat(outcome.output())
                    .contains(
                            "[GK-6135] runtime class was relocated: io.graphkernem.runtime.internal.loading.RenamedClasses was",
                            "was io.graphkernel.runtime.internal.loading.RenamedClasses",
                            "<exclude>io.graphkernel.**</exclude>");
        }
    }

    private static String renamed(String code) {
        return code.replace("io/graphkernel/", "io/graphkernem/").replace("io.graphkernel.", "io.graphkernem.");
    }

    private static void rename(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(renamed(source.relativize(file).toString()));
                Files.createDirectories(copy.getParent());
                if (file.toString().endsWith(".class")) {
                    Files.writeString(
                            copy,
                            renamed(Files.readString(file, StandardCharsets.ISO_8859_1)),
                            StandardCharsets.ISO_8859_1);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static void compile(Path directory, String name, String text) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavaFileObject source =
                    new SimpleJavaFileObject(
                            URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignored) {
                            return text;
                        }
                    };
            List<String> options =
                    List.of("-d", directory.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, manager, null, options, null, List.of(source))
                            .call())
                    .isTrue();
        }
    }
}
