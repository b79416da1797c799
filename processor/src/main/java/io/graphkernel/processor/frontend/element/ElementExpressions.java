package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Choice;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.element.ElementValue.Undetermined;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;

/** Reader of the expressions of an element function, with their side effects on its variables. */
final class ElementExpressions {

    /** Maximum nesting depth of expressions and calls, below that at which javac itself overflows its stack. */
    private static final int MAX_DEPTH = 200;

    private final Javac javac;
    private final ElementContext context;
    private final ElementArithmetic arithmetic;
    private int depth;

    ElementExpressions(ElementContext context) {
        this.javac = context.javac();
        this.context = context;
        this.arithmetic = context.arithmetic();
    }

    ElementValue read(TreePath path) throws RejectedTreeException {
        if (depth == MAX_DEPTH) {
            throw javac.reject(
                    path,
                    Diagnostic.NESTED_TOO_DEEPLY,
                    "what is around '" + Javac.text(path.getLeaf()) + "'",
                    MAX_DEPTH + " of them");
        }
        if (context.body().size() > BodyGraph.MAX_OPS) {
            throw javac.reject(
                    path,
                    Diagnostic.TOO_MANY_OPS,
                    "'" + Javac.text(path.getLeaf()) + "'",
                    BodyGraph.MAX_OPS,
                    context.body().size(),
                    1);
        }
        depth++;
        context.body().at(javac.origin(path));
        try {
            return readUnnested(path);
        } catch (ArithmeticException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        } finally {
            depth--;
        }
    }

    private ElementValue readUnnested(TreePath path) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof ParenthesizedTree parenthesized) {
            return read(child(path, parenthesized.getExpression()));
        }
        if (tree instanceof LiteralTree literal && literal.getValue() != null) {
            return constant(literal.getValue());
        }
        if (tree instanceof ArrayAccessTree access) {
            return context.tables().element(path, access);
        }
        if (tree instanceof IdentifierTree || tree instanceof MemberSelectTree) {
            return variable(path);
        }
        if (tree instanceof MethodInvocationTree call) {
            return context.methods().call(path, call);
        }
        if (tree instanceof BinaryTree binary) {
            return binary(path, binary);
        }
        if (tree instanceof UnaryTree unary) {
            return unary(path, unary);
        }
        if (tree instanceof ConditionalExpressionTree conditional) {
            return conditional(path, conditional);
        }
        if (tree instanceof TypeCastTree cast) {
            return cast(path, cast);
        }
        if (tree instanceof AssignmentTree assignment) {
            Element target = target(path, assignment.getVariable());
            return assign(path, target, read(child(path, assignment.getExpression())));
        }
        if (tree instanceof CompoundAssignmentTree assignment) {
            String operator = tree.getKind().name();
            Tree.Kind binary = Tree.Kind.valueOf(operator.substring(0, operator.lastIndexOf('_')));
            Element target = target(path, assignment.getVariable());
            ElementValue before = number(child(path, assignment.getVariable()));
            ElementValue operand = number(child(path, assignment.getExpression()));
            return assign(path, target, arithmetic.binary(binary, before, operand));
        }
        if (tree instanceof SwitchExpressionTree choice) {
            return context.switches().expression(path, choice);
        }
        if (tree instanceof NewClassTree creation) {
            return context.methods().record(path, creation);
        }
        throw unsupported(path);
    }

    private static ElementValue constant(Object value) {
        return value instanceof String text ? new Choice(new TextValue(text)) : new Constant(value);
    }

    /** Reads a number or boolean. */
    ElementValue number(TreePath path) throws RejectedTreeException {
        ElementValue value = read(path);
        if (value instanceof Constant || value instanceof Scalar) {
            return value;
        }
        throw context.types().unsupported(path, javac.type(path), value);
    }

    private RejectedTreeException unsupported(TreePath path) {
        Tree.Kind kind = path.getLeaf().getKind();
        if (kind == Tree.Kind.NEW_ARRAY || kind == Tree.Kind.ARRAY_ACCESS) {
            return javac.reject(path, Diagnostic.ELEMENT_ALLOCATION, Javac.text(path.getLeaf()));
        }
        UnsupportedConstructs construct = UnsupportedConstructs.of(path.getLeaf());
        return javac.reject(path, Diagnostic.ELEMENT_EXPRESSION, construct.name());
    }

    private ElementValue variable(TreePath path) throws RejectedTreeException {
        Element element = javac.element(path);
        ElementValue local = context.state().find(element);
        if (local instanceof Undetermined) {
            throw context.types().undetermined(path);
        }
        if (local != null) {
            return local;
        }
        if (path.getLeaf() instanceof MemberSelectTree select
                && select.getIdentifier().contentEquals("length")) {
            TreePath array = child(path, select.getExpression());
            if (javac.type(array) instanceof ArrayType && read(array) instanceof Elements elements) {
                return new Constant(elements.elements().size());
            }
        }
        if (path.getLeaf() instanceof IdentifierTree name && name.getName().contentEquals("this")) {
            return context.methods().receiver().orElseThrow(() -> unsupported(path));
        }
        if (!(element instanceof VariableElement variable)) {
            throw unsupported(path);
        }
        if (variable.getConstantValue() != null) {
            return constant(variable.getConstantValue());
        }
        if (element.getKind() == ElementKind.ENUM_CONSTANT) {
            return new Choice(EnumValue.of(element));
        }
        if (element.getKind() != ElementKind.FIELD) {
            return context.captures().read(path, variable);
        }
        Optional<ElementValue> component = context.methods().component(path, variable);
        if (component.isPresent()) {
            return component.get();
        }
        Optional<ElementValue> table = context.tables().field(path, variable);
        if (table.isPresent()) {
            return table.get();
        }
        throw javac.reject(path, Diagnostic.ELEMENT_FIELD, variable.getSimpleName());
    }

    private ElementValue binary(TreePath path, BinaryTree tree) throws RejectedTreeException {
        TreePath right = child(path, tree.getRightOperand());
        boolean isEquality = tree.getKind() == Tree.Kind.EQUAL_TO || tree.getKind() == Tree.Kind.NOT_EQUAL_TO;
        if (isEquality && javac.isEnum(javac.type(right))) {
            boolean isEqual = choice(child(path, tree.getLeftOperand())).equals(choice(right));
            return new Constant(isEqual == (tree.getKind() == Tree.Kind.EQUAL_TO));
        }
        ElementValue left = number(child(path, tree.getLeftOperand()));
        boolean isAnd = tree.getKind() == Tree.Kind.CONDITIONAL_AND;
        if (isAnd || tree.getKind() == Tree.Kind.CONDITIONAL_OR) {
            ElementValue condition = isAnd ? left : arithmetic.not(left);
            return choose(condition, () -> number(right), () -> new Constant(!isAnd));
        }
        ElementValue operand = number(right);
        ElementValue result = arithmetic.binary(tree.getKind(), left, operand);
        if (tree.getKind() == Tree.Kind.DIVIDE && left instanceof Constant a && operand instanceof Constant b) {
            context.captures().remainders().divided(path, a.value(), b.value(), result);
        }
        return result;
    }

    /** Reads an enum constant or string. */
    Choice choice(TreePath path) throws RejectedTreeException {
        ElementValue value = read(path);
        if (value instanceof Choice choice) {
            return choice;
        }
        throw context.types().unsupported(path, javac.type(path), value);
    }

    private ElementValue unary(TreePath path, UnaryTree tree) throws RejectedTreeException {
        TreePath operand = child(path, tree.getExpression());
        return switch (tree.getKind()) {
            case PREFIX_INCREMENT, POSTFIX_INCREMENT -> count(path, operand, Tree.Kind.PLUS);
            case PREFIX_DECREMENT, POSTFIX_DECREMENT -> count(path, operand, Tree.Kind.MINUS);
            default -> arithmetic.unary(tree.getKind(), number(operand));
        };
    }

    private ElementValue count(TreePath path, TreePath operand, Tree.Kind operator) throws RejectedTreeException {
        Element target = target(path, (ExpressionTree) operand.getLeaf());
        ElementValue before = number(operand);
        ElementValue after = assign(path, target, arithmetic.binary(operator, before, new Constant(1)));
        Tree.Kind kind = path.getLeaf().getKind();
        return kind == Tree.Kind.PREFIX_INCREMENT || kind == Tree.Kind.PREFIX_DECREMENT ? after : before;
    }

    private Element target(TreePath path, ExpressionTree tree) throws RejectedTreeException {
        if (tree instanceof ParenthesizedTree parenthesized) {
            return target(child(path, tree), parenthesized.getExpression());
        }
        Element element = javac.element(child(path, tree));
        if (element == null || !context.state().declares(element)) {
            throw javac.reject(child(path, tree), Diagnostic.ELEMENT_FIELD, Javac.text(tree));
        }
        return element;
    }

    private ElementValue assign(TreePath path, Element target, ElementValue value) throws RejectedTreeException {
        ElementValue converted = context.types().as(target.asType(), path, value);
        context.state().bind(target, converted);
        return converted;
    }

    private ElementValue conditional(TreePath path, ConditionalExpressionTree tree) throws RejectedTreeException {
        ElementValue condition = number(child(path, tree.getCondition()));
        return choose(
                condition,
                () -> typed(path, child(path, tree.getTrueExpression())),
                () -> typed(path, child(path, tree.getFalseExpression())));
    }

    private ElementValue typed(TreePath whole, TreePath path) throws RejectedTreeException {
        return context.types().as(javac.type(whole), path, read(path));
    }

    /** Expression that is evaluated for some elements. */
    @FunctionalInterface
    interface Branch {
        ElementValue read() throws RejectedTreeException;
    }

    /** Evaluates two branches, and selects their values and those of the variables that they assign. */
    ElementValue choose(ElementValue condition, Branch yes, Branch no) throws RejectedTreeException {
        if (condition instanceof Constant) {
            return condition.isTrue() ? yes.read() : no.read();
        }
        ElementState state = context.state();
        Map<Element, ElementValue> before = state.copy();
        ElementValue first = yes.read();
        Map<Element, ElementValue> after = state.variables();
        state.enter(before);
        ElementValue second = no.read();
        state.enter(ElementFlow.merged(condition, after, state.variables(), arithmetic));
        return arithmetic.select(condition, first, second);
    }

    private ElementValue cast(TreePath path, TypeCastTree tree) throws RejectedTreeException {
        Optional<TypeKind> target = context.types().primitive(javac.type(path));
        if (target.isEmpty()) {
            throw unsupported(path);
        }
        TreePath operand = child(path, tree.getExpression());
        if (target.get() == TypeKind.FLOAT) {
            TreePath inner = Javac.unparenthesized(operand);
            if (inner.getLeaf() instanceof MethodInvocationTree call) {
                return arithmetic.convert(context.methods().callRounded(inner, call), TypeKind.FLOAT);
            }
        }
        return arithmetic.convert(number(operand), target.get());
    }
}
