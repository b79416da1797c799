package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.endtoend.RowKernels;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

/** The metadata for GraalVM's native-image names what this module opens and looks up by name; see docs/compatibility.md. */
class NativeImageTest {
    private static final String METADATA = "/META-INF/native-image/io.graphkernel/graphkernel-runtime/";
    private static final Pattern LOOKED_UP = Pattern.compile("Class\\.forName\\(\\s*(\"[^\"]+\"|[^,)]+\\(\\))");

    @Test
    void allFilesOfTheBridgeAndOfKernels_areResources() throws Exception {
        List<Pattern> patterns = elements(json("resource-config.json")
                        .getAsJsonObject()
                        .getAsJsonObject("resources")
                        .getAsJsonArray("includes"))
                .map(include ->
                        Pattern.compile(include.getAsJsonObject().get("pattern").getAsString()))
                .toList();
        String manifest = "META-INF/graphkernel/" + RowKernels.class.getName() + "/manifest.properties";
        for (URL one : List.of(
                NativeBridge.class.getResource("NativeBridge.class"), RowKernels.class.getResource("/" + manifest))) {
            List<String> files = filesNextTo(one.toURI()).stream()
                    .filter(file -> !file.endsWith(".class"))
                    .toList();
            assertThat(files)
                    .hasSizeGreaterThan(1)
                    .allSatisfy(file -> assertThat(patterns)
                            .anyMatch(pattern -> pattern.matcher(file).matches()));
        }
    }

    /** The files in the directory of one, and below it, by their names as resources. */
    private static List<String> filesNextTo(URI one) throws IOException {
        if (one.getScheme().equals("jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(one, Map.of())) {
                return files(Path.of(one).getParent());
            }
        }
        return files(Path.of(one).getParent());
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile)
                    .map(file -> file.toString().replace('\\', '/'))
                    .map(file -> file.replaceFirst("^.*?/?(META-INF/graphkernel|io/graphkernel/bridge)/", "$1/"))
                    .toList();
        }
    }

    @Test
    void allClassesThatAreLookedUpByName_areListed() throws IOException {
        List<String> listed = elements(json("reflect-config.json").getAsJsonArray())
                .map(entry -> entry.getAsJsonObject().get("name").getAsString())
                .toList();
        List<String> lookedUp;
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            lookedUp = sources.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> LOOKED_UP.matcher(text(file)).results())
                    .map(NativeImageTest::listedName)
                    .distinct()
                    .toList();
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(lookedUp);
    }

    /** An array of objects is {@code [Lname;} to Java and {@code name[]} to native-image. */
    private static String listedName(MatchResult found) {
        String argument = found.group(1);
        assertThat(argument).as("what is looked up").matches("\".*\"|Pointer\\.class\\.getName\\(\\)");
        String name =
                argument.startsWith("\"") ? argument.substring(1, argument.length() - 1) : Pointer.class.getName();
        return name.startsWith("[L") ? name.substring(2, name.length() - 1) + "[]" : name;
    }

    /** Neither providers of services, nor native methods whose C code looks for classes: there is nothing to list of these. */
    @Test
    void nothingElse_isLookedUpByName() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(file -> file.toString().endsWith(".java")))
                    .noneMatch(file -> text(file).contains("ServiceLoader"));
        }
        assertThat(text(Path.of("../native/src/main/c/bridge.c")))
                .doesNotContain("FindClass", "GetMethodID", "GetFieldID");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonElement json(String file) throws IOException {
        try (Reader reader = new InputStreamReader(
                NativeImageTest.class.getResourceAsStream(METADATA + file), StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(reader);
        }
    }

    private static Stream<JsonElement> elements(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
