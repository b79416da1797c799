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
import javax.lang.model.element.PackageElement;
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

    /** The path of the resource that holds the graphs of a class, from the root of the class path. */
    private String resource(TypeElement type) {
        PackageElement enclosing = javac.environment().getElementUtils().getPackageOf(type);
        return KernelClass.graphResource(enclosing.getQualifiedName().toString(), Declarations.flatName(type));
    }

    Graph find(ExecutableElement kernel, TreePath call) throws Rejected {
        TypeElement type = (TypeElement) kernel.getEnclosingElement();
        String owner = type.getQualifiedName().toString();
        String resource = resource(type);
        String name = kernel.getSimpleName().toString();
        try {
            List<Graph> graphs = read.get(owner);
            if (graphs == null) {
                graphs = GraphParser.parseAll(text(kernel, resource));
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
            throw javac.reject(call, Diagnostic.GRAPH_MISSING, name, owner, resource);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw javac.reject(call, Diagnostic.GRAPH_DAMAGED, name, owner, resource, e.getMessage());
        }
    }

    /** From where the class comes: the module path or the class path, else an earlier build of this project. */
    private String text(ExecutableElement kernel, String resource) throws IOException {
        ModuleElement module = javac.environment().getElementUtils().getModuleOf(kernel);
        if (module != null && !module.isUnnamed()) {
            try {
                return content(StandardLocation.MODULE_PATH, module.getQualifiedName() + "/", resource);
            } catch (IOException | RuntimeException notOnModulePath) {
                return content(StandardLocation.CLASS_OUTPUT, "", resource);
            }
        }
        try {
            return content(StandardLocation.CLASS_PATH, "", resource);
        } catch (IOException notOnClassPath) {
            return content(StandardLocation.CLASS_OUTPUT, "", resource);
        }
    }

    private String content(StandardLocation location, String module, String resource) throws IOException {
        return filer.getResource(location, module, resource)
                .getCharContent(true)
                .toString();
    }
}
