package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Tests that NOTICE names the dependencies of the published modules. {@code ReleaseIT} compares the transitive ones.
 */
class NoticeTest {
    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    @Test
    void everyDependencyOfAPublishedModule_isNamed() throws Exception {
        String notice = Files.readString(Page.ROOT.resolve("NOTICE"));
        Set<String> brought = new TreeSet<>();
        for (Document pom : publishedModules()) {
            for (Node dependency :
                    nodes(pom, "//dependencies[not(parent::dependencyManagement|parent::plugin)]/dependency")) {
                String scope = text(dependency, "scope");
                String group = text(dependency, "groupId");
                if ((scope.isEmpty() || scope.equals("compile") || scope.equals("runtime"))
                        && !isTest(dependency)
                        && !group.equals("io.graphkernel")) {
                    brought.add(group + ":" + text(dependency, "artifactId"));
                }
            }
        }
        assertThat(brought)
                .contains("org.bytedeco:javacpp", "org.bytedeco:llvm", "me.tongfei:progressbar")
                .allSatisfy(artifact -> assertThat(notice.split("[\\s,]+")).contains(artifact));
    }

    /** The parent's dependencyManagement may say it. */
    private static boolean isTest(Node dependency) throws Exception {
        String artifact = text(dependency, "artifactId");
        return text(dependency, "scope").isEmpty()
                && XPATH.evaluate(
                                "string(//dependencyManagement//dependency[artifactId='" + artifact + "']/scope)",
                                pom(Page.ROOT))
                        .equals("test");
    }

    private static List<Document> publishedModules() throws Exception {
        List<Document> poms = new ArrayList<>();
        for (Node module : nodes(pom(Page.ROOT), "/project/modules/module")) {
            Document pom = pom(Page.ROOT.resolve(module.getTextContent()));
            if (XPATH.evaluate("string(/project/properties/maven.deploy.skip)", pom)
                    .isEmpty()) {
                poms.add(pom);
            }
        }
        return poms;
    }

    private static Document pom(Path directory) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve("pom.xml").toFile());
    }

    private static List<Node> nodes(Node from, String path) throws Exception {
        NodeList found = (NodeList) XPATH.evaluate(path, from, XPathConstants.NODESET);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            nodes.add(found.item(i));
        }
        return nodes;
    }

    private static String text(Node from, String element) throws Exception {
        return XPATH.evaluate("string(" + element + ")", from);
    }
}
