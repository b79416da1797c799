package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.Filer;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/** Graphs of kernels that were compiled before, from the text beside their class files. */
final class LibraryGraphs {

    private final Javac javac;
    private final Filer filer;
    private final Map<String, List<Graph>> read = new HashMap<>();

    LibraryGraphs(Javac javac, Filer filer) {
        this.javac = javac;
        this.filer = filer;
    }

    /**
     * The resource that holds the graphs of a class.
     *
     * @param qualifiedName canonical name of the class
     * @return its path from the root of the class path
     */
    static String resource(String qualifiedName) {
        return "META-INF/graphkernel/" + qualifiedName + "/graphs.gk";
    }

    Graph find(ExecutableElement kernel, TreePath call) throws Rejected {
        String owner =
                ((TypeElement) kernel.getEnclosingElement()).getQualifiedName().toString();
        String name = kernel.getSimpleName().toString();
        try {
            List<Graph> graphs = read.get(owner);
            if (graphs == null) {
                graphs = GraphParser.parseAll(text(kernel, owner));
                read.put(owner, graphs);
            }
            Graph graph = graphs.stream()
                    .filter(candidate -> candidate.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("it holds no graph " + name));
            if (graph.parameters().size() != kernel.getParameters().size()) {
                throw new IllegalArgumentException("graph " + name + " has other parameters than the method");
            }
            return graph;
        } catch (IOException e) {
            throw javac.reject(call, Diagnostic.GRAPH_MISSING, name, owner, resource(owner));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw javac.reject(call, Diagnostic.GRAPH_DAMAGED, name, owner, resource(owner), e.getMessage());
        }
    }

    /** From where the class comes: the module path or the class path, else an earlier build of this project. */
    private String text(ExecutableElement kernel, String owner) throws IOException {
        ModuleElement module = javac.environment().getElementUtils().getModuleOf(kernel);
        if (module != null && !module.isUnnamed()) {
            try {
                return content(StandardLocation.MODULE_PATH, module.getQualifiedName() + "/", owner);
            } catch (IOException | RuntimeException notOnModulePath) {
                return content(StandardLocation.CLASS_OUTPUT, "", owner);
            }
        }
        try {
            return content(StandardLocation.CLASS_PATH, "", owner);
        } catch (IOException notOnClassPath) {
            return content(StandardLocation.CLASS_OUTPUT, "", owner);
        }
    }

    private String content(StandardLocation location, String module, String owner) throws IOException {
        return filer.getResource(location, module, resource(owner))
                .getCharContent(true)
                .toString();
    }
}
