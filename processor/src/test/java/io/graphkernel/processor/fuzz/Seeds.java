package io.graphkernel.processor.fuzz;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.processor.fuzz.SeedMethod.Kind;
import io.graphkernel.processor.fuzz.SeedMethod.Site;
import io.graphkernel.processor.fuzz.SeedMethod.Variable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** Scanner for kernel methods and their sites that can be exchanged without a change of types. */
final class Seeds extends TreePathScanner<Void, Void> {

    private static final String OPS = "io.graphkernel.runtime.Ops";
    private static final String IMPORTS = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        """;

    private final Trees trees;
    private final SourcePositions positions;
    private final CompilationUnitTree unit;
    private final String source;
    private final List<SeedMethod> methods = new ArrayList<>();
    private final Deque<List<Variable>> scopes = new ArrayDeque<>();
    private List<Site> sites;

    private Seeds(Trees trees, CompilationUnitTree unit) throws IOException {
        this.trees = trees;
        this.positions = trees.getSourcePositions();
        this.unit = unit;
        this.source = unit.getSourceFile().getCharContent(true).toString();
    }

    /** Returns the kernel methods of attributed sources. */
    static List<SeedMethod> of(JavacTask task) throws IOException {
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        List<SeedMethod> methods = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            Seeds seeds = new Seeds(Trees.instance(task), unit);
            seeds.scan(unit, null);
            methods.addAll(seeds.methods);
        }
        return methods;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
        Element method = trees.getElement(getCurrentPath());
        if (method.getAnnotation(GraphKernel.class) == null) {
            return null;
        }
        sites = new ArrayList<>();
        scopes.push(new ArrayList<>());
        super.visitMethod(tree, null);
        scopes.pop();
        int begin = begin(tree);
        String text = source.substring(begin, end(tree));
        int name = text.indexOf(tree.getName() + "(", begin(tree.getReturnType()) - begin);
        int grown = "mutant".length() - tree.getName().length();
        String renamed = text.substring(0, name)
                + "mutant"
                + text.substring(name + tree.getName().length());
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        String imports = unit.getImports().stream().map(Tree::toString).collect(Collectors.joining()) + IMPORTS;
        methods.add(new SeedMethod(
                owner.getQualifiedName().toString(),
                unit.getPackageName() == null ? "" : unit.getPackageName().toString(),
                imports,
                renamed,
                sites.stream()
                        .map(site -> site.shifted(site.begin() - begin > name ? grown - begin : -begin))
                        .toList()));
        return null;
    }

    @Override
    public Void visitBlock(BlockTree tree, Void unused) {
        scopes.push(new ArrayList<>(scopes.peek()));
        for (StatementTree statement : tree.getStatements()) {
            boolean returns = statement.getKind() == Tree.Kind.RETURN;
            if (!returns) {
                site(Kind.STATEMENT, statement, statement.getKind().name());
            }
            scan(statement, null);
        }
        scopes.pop();
        return null;
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void unused) {
        scopes.push(new ArrayList<>(scopes.peek()));
        super.visitForLoop(tree, null);
        scopes.pop();
        return null;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        super.visitVariable(tree, null);
        if (scopes.isEmpty()) {
            return null;
        }
        Element variable = trees.getElement(getCurrentPath());
        scopes.peek().add(new Variable(tree.getName().toString(), text(variable.asType())));
        return null;
    }

    @Override
    public Void visitExpressionStatement(ExpressionStatementTree tree, Void unused) {
        // Only subexpressions: the statement itself must remain one.
        super.visitExpressionStatement(tree, null);
        sites.removeIf(site -> site.kind() == Kind.EXPRESSION
                && site.begin() == begin(tree.getExpression())
                && site.end() == end(tree.getExpression()));
        return null;
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
        return scan(tree.getExpression(), null);
    }

    @Override
    public Void visitAnnotation(AnnotationTree tree, Void unused) {
        boolean ofTensor = tree.getAnnotationType().toString().endsWith("TensorType");
        if (ofTensor && tree.getArguments().get(0) instanceof AssignmentTree assignment) {
            site(Kind.TENSOR_TYPE, assignment.getExpression(), "String");
        }
        return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        TreePath select = new TreePath(getCurrentPath(), tree.getMethodSelect());
        if (trees.getElement(select) instanceof ExecutableElement method
                && ((TypeElement) method.getEnclosingElement())
                        .getQualifiedName()
                        .contentEquals(OPS)) {
            site(Kind.OP_NAME, tree.getMethodSelect(), signature(method));
        }
        if (tree.getMethodSelect() instanceof MemberSelectTree access) {
            // The receiver of x.dimension(0); a class has no value.
            scan(access.getExpression(), null);
        }
        tree.getArguments().forEach(argument -> scan(argument, null));
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void unused) {
        site(Kind.LITERAL, tree, text(trees.getTypeMirror(getCurrentPath())));
        return null;
    }

    @Override
    public Void scan(Tree tree, Void unused) {
        if (tree instanceof ExpressionTree && sites != null && getCurrentPath() != null) {
            TreePath path = new TreePath(getCurrentPath(), tree);
            TypeMirror type = trees.getTypeMirror(path);
            boolean isType = tree instanceof IdentifierTree || tree instanceof MemberSelectTree
                    ? !(trees.getElement(path) instanceof javax.lang.model.element.VariableElement)
                    : tree instanceof AnnotationTree
                            || tree instanceof PrimitiveTypeTree
                            || tree instanceof ArrayTypeTree
                            || tree instanceof ParameterizedTypeTree;
            if (type != null && !isType) {
                site(Kind.EXPRESSION, tree, text(type));
            }
        }
        return super.scan(tree, unused);
    }

    /** Returns the parameter and result types of a method; methods with equal signatures can be exchanged. */
    static String signature(ExecutableElement method) {
        return method.getParameters().stream()
                        .map(parameter -> text(parameter.asType()))
                        .collect(Collectors.joining(",", "(", ")"))
                + method.isVarArgs()
                + text(method.getReturnType());
    }

    static String text(TypeMirror type) {
        return type.toString().replaceAll("[a-z]+\\.", "");
    }

    private void site(Kind kind, Tree tree, String type) {
        if (!scopes.isEmpty() && begin(tree) >= 0 && end(tree) > begin(tree)) {
            sites.add(new Site(kind, begin(tree), end(tree), type, List.copyOf(scopes.peek())));
        }
    }

    private int begin(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }
}
