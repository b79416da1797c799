package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the page's totals in a Chromium, found on the path or by {@code -Dreport.browser=/path}. */
@Tag("slow")
@Tag("process")
class PageInBrowserTest {

    private static final String NORM = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.Tensor;

            final class Norm {
                @GraphKernel
                static Tensor scaled(@TensorType("f32[8, 4]") Tensor x) { return mul(x, 2); }

                @GraphKernel(flags = "--opt_level=0")
                static Tensor centred(@TensorType("f32[8, 4]") Tensor x) {
                    return exp(sub(x, reduceMean(x, -1, KEEP_DIMS)));
                }
            }
            """;

    /** Each row, with the change from another build in brackets. */
    private static final String ROWS = """
            [...document.querySelectorAll('#totals-table tbody tr')].map(row => [...row.children].slice(0, 6).map(cell =>
              cell.firstChild.textContent + (cell.children.length ? ' [' + cell.children[0].textContent + ']' : ''))
              .join(', ')).join('\\n')""";

    @TempDir
    private Path directory;

    private Path program;

    @BeforeEach
    void requireBrowser() {
        Optional<Path> installed = Browser.installed();
        assumeTrue(installed.isPresent(), "no Chromium is on the path: the page is not checked");
        program = installed.get();
    }

    @Test
    void totals_areThoseOfTheMethodsAndOfAnotherBuild() throws IOException {
        Path page = page("now", NORM.replace("mul(x, 2)", "exp(mul(x, 2))"));
        Path before = page("before", NORM.replace("scaled", "other").replace("=0", "=1"));
        Path wrong = Files.writeString(directory.resolve("wrong.html"), "<p>no report</p>");
        Path files = Files.createDirectory(directory.resolve("browser"));
        try (Browser browser = new Browser(program, files, page)) {
            browser.until("!!document.getElementById('summary')?.textContent");
            browser.evaluate("document.getElementById('show-totals').click()");
            assertThat(browser.evaluate("document.getElementById('totals').open"))
                    .isEqualTo("true");
            String alone = """
                    Norm, 6, 5, 5, 0, 576 B
                    scaled, 2, 1, 1, 0, 128 B
                    centred, 4, 4, 4, 0, 448 B""";
            assertThat(browser.evaluate(ROWS)).isEqualTo(alone);

            browser.choose("compare", before);
            browser.until("document.getElementById('compared').textContent === 'Compared with report.html'");
            assertThat(browser.evaluate(ROWS)).isEqualTo("""
                    Norm, 6 [was 5 (+20.0 %)], 5 [was 2 (+150.0 %)], 5 [was 2 (+150.0 %)], 0, 576 B [was 256 B (+125.0 %)]
                    scaled [not in the other build], 2, 1, 1, 0, 128 B
                    centred, 4, 4 [was 1 (+300.0 %)], 4 [was 1 (+300.0 %)], 0, 448 B [was 128 B (+250.0 %)]
                    other, in the other build only""");

            browser.choose("compare", withoutOps(page));
            browser.until("document.getElementById('compared').textContent === 'Compared with earlier.html'");
            assertThat(browser.evaluate(ROWS)).isEqualTo(alone);

            browser.choose("compare", wrong);
            browser.until(
                    "document.getElementById('compared').textContent.startsWith('wrong.html is not a report.html')");
            assertThat(browser.evaluate(ROWS)).isEqualTo(alone);
            assertThat(browser.evaluate("errors.join('; ')")).isEmpty();
        }
    }

    /** Writes the page of earlier builds, whose costs had neither ops nor phases. */
    private Path withoutOps(Path page) throws IOException {
        String text = Files.readString(page);
        for (String data : new ShownPage(page.getParent()).data()) {
            String earlier = data.replaceAll("\\s*\"(ops|phases)\": ?\\d+,", "");
            assertThat(earlier).isNotEqualTo(data);
            text = text.replace(encoded(data), encoded(earlier));
        }
        assertThat(text).isNotEqualTo(Files.readString(page));
        return Files.writeString(directory.resolve("earlier.html"), text);
    }

    private static String encoded(String json) {
        return Base64.getEncoder().encodeToString(GzipText.of(json));
    }

    private Path page(String name, String source) throws IOException {
        Path build = Files.createDirectory(directory.resolve(name));
        assertThat(new UserCompilation(build)
                        .processor(new GraphKernelProcessor())
                        .option("-Agraphkernel.reportDir=" + build.resolve("report"))
                        .option("-Agraphkernel.targets=jvm")
                        .option("-Agraphkernel.cacheDir=" + build.resolve("cache"))
                        .compile("Norm.java", source)
                        .success())
                .isTrue();
        return build.resolve("report").resolve(ModuleReport.PAGE);
    }
}
