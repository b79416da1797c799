package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.pages.Page.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links between the pages lead somewhere, and from README.md to every page for users. */
class LinksTest {

    @Test
    void everyLink_leadsToAFileAndAHeading() throws IOException {
        List<Page> pages = Page.all();
        assertThat(pages).extracting(Page::name).contains("README.md", "runtime/OPS.md", "docs/options.md");
        Map<Path, Page> byFile = pages.stream().collect(Collectors.toMap(Page::file, Function.identity()));
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Page page : pages) {
            for (Link link : page.links()) {
                if (!link.target().matches("[a-z]+:.*")) {
                    links++;
                    if (!leadsSomewhere(page, link.target(), byFile)) {
                        dead.add(page.name() + ":" + link.line() + ": " + link.target());
                    }
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(links).isGreaterThan(300);
    }

    @Test
    void readme_leadsToEveryPageUnderDocs() throws IOException {
        Set<Path> found = new HashSet<>();
        Page readme = Page.read(Page.ROOT.resolve("README.md"));
        readme.links().forEach(link -> found.add(target(readme, link.target())));

        try (var pages = Files.list(Page.ROOT.resolve("docs"))) {
            assertThat(pages.filter(file -> file.toString().endsWith(".md")))
                    .allSatisfy(file -> assertThat(found).contains(file));
        }
    }

    @Test
    void linksAndAnchors_areFound() {
        Page page = Page.of(Page.ROOT.resolve("docs/a.md"), """
                # A & b: the `C`

                To [b](#a--b-the-c) and [c](b.md#x), not `[d](e)`.

                ## A & b: the `C`
                <!-- fragment -->
                ```java
                int[] x = y[0](z);
                ```
                <a id="gk-1"></a>
                """);

        assertThat(page.anchors()).containsExactly("a--b-the-c", "a--b-the-c-1", "gk-1");
        assertThat(page.links()).containsExactly(new Link(3, "#a--b-the-c"), new Link(3, "b.md#x"));
        assertThat(page.blocks()).containsExactly(new Page.Block(7, "fragment", "java", "int[] x = y[0](z);"));
        assertThat(leadsSomewhere(page, "#a--b-the-c-1", Map.of(page.file(), page)))
                .isTrue();
        assertThat(leadsSomewhere(page, "#x", Map.of(page.file(), page))).isFalse();
        assertThat(leadsSomewhere(page, "nowhere.md", Map.of())).isFalse();
    }

    private static boolean leadsSomewhere(Page page, String link, Map<Path, Page> pages) {
        Path target = target(page, link);
        int hash = link.indexOf('#');
        if (hash < 0) {
            return Files.exists(target);
        }
        return pages.containsKey(target) && pages.get(target).anchors().contains(link.substring(hash + 1));
    }

    private static Path target(Page page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        return file.isEmpty() ? page.file() : page.file().resolveSibling(file).normalize();
    }
}
