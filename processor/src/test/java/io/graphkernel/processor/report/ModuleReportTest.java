package io.graphkernel.processor.report;

import static io.graphkernel.processor.report.JsonReader.object;
import static io.graphkernel.processor.report.JsonReader.objects;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleReportTest {

    private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\">(.*?)</script>", Pattern.DOTALL);

    private static final String NORM = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tensor;

            public final class Norm {
                @GraphKernel // </script> and "quotes" are text
                public static Tensor scaled(@TensorType("f32[n, d]") Tensor x, float factor) {
                    return mul(x, factor);
                }

                @GraphKernel
                public static Tensor centred(@TensorType("f32[n, d]") Tensor x, float factor) {
                    Tensor mean = reduceMean(x, -1, KEEP_DIMS);
                    return scaled(sub(x, mean), factor);
                }
            }
            """;

    private static final String NET = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.runtime.Tensor;

            final class Net {
                @GraphKernel
                static Tensor product(Tensor x, Tensor y) { return exp(mul(x, y)); }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void page_holdsTheDataOfEveryMethod() throws IOException {
        compile(directory, "Norm.java", NORM);

        Map<String, Object> norm = shownClass();

        assertThat(norm).containsEntry("name", "demo.Norm").containsEntry("schema", (long) ReportJson.SCHEMA);
        assertThat(objects(norm.get("methods")))
                .extracting(method -> method.get("name"))
                .containsExactly("scaled", "centred");
    }

    @Test
    void index_namesTheFilesOfEveryClass() throws IOException {
        compile(directory, "Norm.java", NORM);
        compile(directory, "Net.java", NET);

        List<Map<String, Object>> classes = listedClasses();

        assertThat(classes).extracting(shownClass -> shownClass.get("name")).containsExactly("demo.Net", "demo.Norm");
        Path report = directory.resolve("report");
        String data = Files.readString(report.resolve((String) classes.get(1).get("report")));
        byte[] texts = Files.readAllBytes(report.resolve((String) classes.get(1).get("texts")));
        assertThat(JsonReader.read(data)).isEqualTo(shown().get(1));
        assertThat(ShownPage.unpacked(texts))
                .isEqualTo(new ShownPage(report).texts().get(1));
    }

    @Test
    void classThatHasBeenRemoved_leavesTheReport() throws IOException {
        compile(directory, "Norm.java", NORM);
        compile(directory, "Net.java", NET);
        Path gone = directory.resolve("classes/META-INF/graphkernel/demo.Net");
        assertThat(directory.resolve("report/demo.Net/manifest.path"))
                .hasContent("../../classes/META-INF/graphkernel/demo.Net/manifest.properties");

        // As Maven does it: files only.
        try (Stream<Path> files = Files.walk(gone)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        compile(directory, "Norm.java", NORM);

        assertThat(Files.readString(directory.resolve("report/report.json")))
                .contains("demo.Norm")
                .doesNotContain("demo.Net");
    }

    @Test
    @Tag("slow")
    void parallelCompilations_shareADirectoryWithRemovedClasses() throws Exception {
        compile(directory, "Net.java", NET);
        Path removed = directory.resolve("report/demo.Net");
        for (int number = 0; number < 300; number++) {
            Path copy = Files.createDirectories(directory.resolve("report/demo.Removed" + number));
            Files.copy(removed.resolve("report.json"), copy.resolve("report.json"));
            Files.writeString(copy.resolve("manifest.path"), "../../classes/absent/manifest.properties");
        }

        List<String> names = List.of("One", "Two", "Three", "Four");
        CompletableFuture<?>[] compilations = names.stream()
                .map(name ->
                        CompletableFuture.runAsync(() -> compile(directory, name + ".java", NET.replace("Net", name))))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(compilations).join();
        compile(directory, "Norm.java", NORM);

        assertThat(listedClasses())
                .extracting(shownClass -> shownClass.get("name"))
                .containsExactlyInAnyOrder("demo.Net", "demo.One", "demo.Two", "demo.Three", "demo.Four", "demo.Norm");
    }

    @Test
    void reportThatDoesNotSayWhereTheManifestIs_stays() throws IOException {
        compile(directory, "Net.java", NET);
        Files.delete(directory.resolve("report/demo.Net/manifest.path"));
        Files.delete(directory.resolve("classes/META-INF/graphkernel/demo.Net/manifest.properties"));

        compile(directory, "Norm.java", NORM);

        assertThat(Files.readString(directory.resolve("report/report.json"))).contains("demo.Net");
    }

    @Test
    void numbersOfTheData_agreeWithEachOther() throws IOException {
        compile(directory, "Norm.java", NORM);
        Map<String, Object> centred = objects(shownClass().get("methods")).get(1);

        List<Object> ids = objects(centred.get("nodes")).stream()
                .map(node -> node.get("id"))
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(objects(centred.get("kernels"))).singleElement().satisfies(kernel -> {
            assertThat(kernel.get("bytes")).isEqualTo("8*d*n");
            assertThat(text(kernel, 0)).contains("/* Norm.java:");
        });
        assertThat(object(centred.get("cost")))
                .containsEntry("unavoidableBytes", "8*d*n")
                .containsEntry("fused", Map.of("launches", 1L, "bytes", "8*d*n"));
    }

    @Test
    void moduleReport_showsWhatWasGeneratedForEachTarget() throws IOException {
        compile(directory, "Norm.java", NORM, "cpu,cuda,opencl");
        Map<String, Object> centred = objects(shownClass().get("methods")).get(1);

        List<Map<String, Object>> sources =
                objects(objects(centred.get("kernels")).get(0).get("sources"));

        assertThat(sources)
                .extracting(source -> source.get("target") + ": " + source.get("language"))
                .containsExactly("cpu: C", "cuda, opencl: OpenCL C", "cuda: PTX");
        assertThat(text(objects(centred.get("kernels")).get(0), 2)).contains(".visible .entry centred_0(", "ret;");
    }

    @Test
    void page_needsNoOtherFile() throws IOException {
        compile(directory, "Norm.java", NORM);

        String page = page(directory);

        assertThat(page)
                .doesNotContainPattern("(?i)\\b(src|href)\\s*=\\s*[\"'](?!#)")
                .doesNotContainPattern("(?i)@import|url\\((?!#)|<link|<iframe|<img")
                .doesNotContain("{{");
        // The one address is the name of a vocabulary, which is not loaded.
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContainPattern("https?:|//[a-z]+\\.");
        assertThat(only(SCRIPT, page)).doesNotContainPattern("fetch\\(|XMLHttpRequest|WebSocket|import *\\(");
        assertThat(page).contains("default-src 'none'");
    }

    @Test
    void page_holdsEveryScript() throws IOException {
        compile(directory, "Net.java", NET);
        Path resources = Path.of("src/main/resources/io/graphkernel/processor/report");

        try (Stream<Path> files = Files.list(resources)) {
            List<Path> scripts =
                    files.filter(file -> file.toString().endsWith(".js")).toList();
            assertThat(scripts).isNotEmpty();
            for (Path script : scripts) {
                assertThat(page(directory)).contains(Files.readString(script).strip());
            }
        }
    }

    @Test
    void page_namesWhatItShowsToThoseWhoDoNotSeeIt() throws IOException {
        compile(directory, "Norm.java", NORM);

        Matcher control =
                Pattern.compile("<(button|input|select|nav|section)\\b[^>]*>").matcher(page(directory));

        while (control.find()) {
            boolean spoken =
                    control.group().contains("aria-label") || control.group().equals("<button>");
            assertThat(spoken).as(control.group()).isTrue();
        }
    }

    @Test
    @Tag("slow")
    void equalSources_giveEqualBytes(@TempDir Path other) throws IOException {
        compile(directory, "Norm.java", NORM);
        compile(other, "Norm.java", NORM);

        assertThat(page(other)).isEqualTo(page(directory)).doesNotContain(other.toString());
        compile(directory, "Norm.java", NORM);
        assertThat(page(directory)).isEqualTo(page(other));
    }

    @Test
    void incremental_buildsShowTheOtherClasses() throws IOException {
        compile(directory, "Norm.java", NORM);
        compile(directory, "Net.java", NET);
        assertThat(classNames()).containsExactly("demo.Net", "demo.Norm");

        compile(directory, "Net.java", NET.replace("product", "renamed"));

        assertThat(classNames()).containsExactly("demo.Net", "demo.Norm");
        assertThat(shown().get(0).toString()).contains("name=renamed").doesNotContain("name=product");
    }

    @Test
    void classThatDoesNotCompileAnyMore_isNotShown() throws IOException {
        compile(directory, "Norm.java", NORM);
        compile(directory, "Net.java", NET);
        Path norm = directory.resolve("report/demo.Norm");
        Files.delete(norm.resolve(ModuleReport.DATA));

        new ModuleReport(directory.resolve("report")).write();

        assertThat(classNames()).containsExactly("demo.Net");
    }

    @Test
    void classOfAnotherSchema_isNotShown() throws IOException {
        compile(directory, "Norm.java", NORM);
        compile(directory, "Net.java", NET);
        Path net = directory.resolve("report/demo.Net").resolve(ModuleReport.DATA);
        Files.writeString(net, Files.readString(net).replace(ReportJson.BEGIN, "{\"schema\":0,"));

        new ModuleReport(directory.resolve("report")).write();

        assertThat(classNames()).containsExactly("demo.Norm");
    }

    @Test
    void nothing_isWrittenWithoutKernels(@TempDir Path empty) throws IOException {
        new ModuleReport(empty.resolve("absent")).write();

        assertThat(empty).isEmptyDirectory();
    }

    private List<Object> classNames() throws IOException {
        return shown().stream()
                .map(shownClass -> object(shownClass).get("name"))
                .toList();
    }

    /** Returns the one class of the page. */
    private Map<String, Object> shownClass() throws IOException {
        return object(only(shown()));
    }

    /** Returns the source of a kernel of the page's one class. */
    private String text(Map<String, Object> kernel, int source) throws IOException {
        Long number = (Long) objects(kernel.get("sources")).get(source).get("text");
        return (String) ((List<?>) JsonReader.read(only(new ShownPage(directory.resolve("report")).texts())))
                .get(number.intValue());
    }

    private List<Object> shown() throws IOException {
        return new ShownPage(directory.resolve("report"))
                .data().stream().map(JsonReader::read).toList();
    }

    private List<Map<String, Object>> listedClasses() throws IOException {
        String index = Files.readString(directory.resolve("report").resolve(ModuleReport.DATA));
        return objects(object(JsonReader.read(index)).get("classes"));
    }

    private static <T> T only(List<T> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }

    private static String page(Path directory) throws IOException {
        return Files.readString(directory.resolve("report").resolve(ModuleReport.PAGE));
    }

    private static String only(Pattern pattern, String page) {
        Matcher matcher = pattern.matcher(page);
        assertThat(matcher.find()).isTrue();
        String found = matcher.group(1);
        assertThat(matcher.find()).isFalse();
        return found;
    }

    private static void compile(Path directory, String file, String source) {
        compile(directory, file, source, "jvm");
    }

    private static void compile(Path directory, String file, String source, String targets) {
        assertThat(new UserCompilation(directory)
                        .processor(new GraphKernelProcessor())
                        .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                        .option("-Agraphkernel.targets=" + targets)
                        .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                        .compile(file, source)
                        .messages())
                .noneMatch(message -> message.kind() == Diagnostic.Kind.ERROR);
    }
}
