package io.graphkernel.processor.frontend.javac;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.graphkernel.processor.EveryTypeProcessor;
import io.graphkernel.processor.UserCompilation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the behavior of javac that {@link BodyAttribution} relies on, on the JDK that runs the tests. */
class BodyAttributionTest {

    @TempDir
    Path directory;

    @Test
    void bodies_areAttributedInARound() {
        String source = """
            final class Example {
                static float first(float x) {
                    var y = Math.sqrt(x);
                    return (float) y;
                }
                static final class Nested {
                    static long second(long x) {
                        var y = x + 1;
                        return y;
                    }
                }
            }
            """;
        TypesInARound types = new TypesInARound();
        UserCompilation.Outcome outcome =
                new UserCompilation(directory).processor(types).compile("Example.java", source);
        assertThat(outcome.messages()).isEmpty();
        assertThat(types.before).startsWith("null");
        assertThat(types.after).containsExactly("double float", "long long");
    }

    /** Reads the types of each method's local variable and result. */
    private static final class TypesInARound extends EveryTypeProcessor {

        private final List<String> before = new ArrayList<>();
        private final List<String> after = new ArrayList<>();

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
                read(type);
                ElementFilter.typesIn(type.getEnclosedElements()).forEach(this::read);
            }
            return false;
        }

        private void read(TypeElement type) {
            Trees trees = Trees.instance(processingEnv);
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                TreePath path = trees.getPath(method);
                TreePath body = new TreePath(path, ((MethodTree) path.getLeaf()).getBody());
                List<? extends com.sun.source.tree.StatementTree> statements =
                        ((MethodTree) path.getLeaf()).getBody().getStatements();
                TreePath result = new TreePath(body, statements.get(1));
                TreePath value = new TreePath(result, ((ReturnTree) statements.get(1)).getExpression());
                TreePath variable = new TreePath(body, statements.get(0));
                TreePath initializer = new TreePath(variable, ((VariableTree) statements.get(0)).getInitializer());
                before.add(String.valueOf(trees.getTypeMirror(initializer)));
                new BodyAttribution(trees).attributed(method);
                after.add(trees.getElement(variable).asType() + " " + trees.getTypeMirror(value));
            }
        }
    }
}
