package io.graphkernel.op.definition.training;

import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Optimizer steps, computed in the dtype of the moments. The weights and the gradient may have another dtype, and each
 * result is rounded to the dtype of the operand that it updates.
 */
public final class OptimizerOps {

    private static final String NOTE = "moments in f32 with weights and gradients in f16 or bf16 are allowed";

    private static final String NO_GRADIENT = "a step of an optimizer is not part of a loss";

    private OptimizerOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Adam" ->
                step(name, OptimizerOps::adam)
                        .parameters(parameters("var* m v beta1Power# beta2Power# lr# beta1# beta2# epsilon# grad*")
                                .with(bool("useNesterov", false)))
                        .results(OpResult.updated("var"), OpResult.updated("m"), OpResult.updated("v"))
                        .document("m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) /"
                                + " (1 - β1ᵗ) · m' / (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'");
            case "AdamWeightDecay" ->
                step(name, OptimizerOps::adamWeightDecay)
                        .parameters(parameters("var* m v lr# beta1# beta2# epsilon# decay# grad*")
                                .with())
                        .results(OpResult.updated("var"), OpResult.updated("m"), OpResult.updated("v"))
                        .document("m' = β1 m + (1 - β1) g, v' = β2 v + (1 - β2) g², var' = var - lr · (m' / (√v' + ε) +"
                                + " decay · var)");
            case "AdamApplyOneWithDecay" ->
                adamWithDecay(name)
                        .results(result("v"), result("m"), result("var"))
                        .document("the new v, m and var of AdamWeightDecay, from β1, 1 - β1, β2 and 1 - β2");
            case "AdamApplyOneWithDecayAssign" ->
                adamWithDecay(name)
                        .results(OpResult.updated("v"), OpResult.updated("m"), OpResult.updated("var"))
                        .document("AdamApplyOneWithDecay, in place");
            case "LambApplyOptimizerAssign" ->
                step(name, OptimizerOps::lambOptimizer)
                        .parameters(parameters(
                                        "grad* v m param* beta1# oneMinusBeta1# beta2# oneMinusBeta2# epsilon# steps#"
                                                + " doUseWeight# decay#")
                                .with())
                        .results(result("update"), OpResult.updated("v"), OpResult.updated("m"))
                        .document(
                                "v' = β2 v + (1 - β2) g², m' = β1 m + (1 - β1) g, update = m' / (1 - β1ˢ) / (√(v' / (1"
                                        + " - β2ˢ)) + ε) + param · decay · doUseWeight, with s steps")
                        .note("1 - βˢ by expm1, which is precise for β near 1");
            case "LambApplyWeightAssign" ->
                step(name, OptimizerOps::lambWeight)
                        .parameters(parameters("weightNorm gradNorm lr# update param*")
                                .with())
                        .results(OpResult.updated("param"))
                        .document(
                                "param' = param - lr · r · update, r = weightNorm / gradNorm where both are > 0, else 1")
                        .note("selects in place of products with 0 and 1, and no smallest number in the divisor");
            case "ApplyMomentum" ->
                step(name, OptimizerOps::momentum)
                        .parameters(parameters("weight* accumulation lr# grad* momentum#")
                                .with(bool("useNesterov", false)))
                        .results(OpResult.updated("weight"), OpResult.updated("accumulation"))
                        .document("accumulation' = accumulation · momentum + grad, weight' = weight - lr ·"
                                + " accumulation'; with Nesterov grad + momentum · accumulation' in its place");
            case "SGD" ->
                step(name, OptimizerOps::sgd)
                        .parameters(parameters("weight* grad* lr# accumulation momentum# dampening# weightDecay#")
                                .with(bool("useNesterov", false)))
                        .results(OpResult.updated("weight"), OpResult.updated("accumulation"))
                        .document("g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 -"
                                + " dampening) g, weight' = weight - lr · accumulation'; with Nesterov g + momentum ·"
                                + " accumulation' in its place");
            case "ApplyRMSProp" ->
                step(name, OptimizerOps::rmsProp)
                        .parameters(parameters("var* meanSquare moment lr# grad* rho# momentum# epsilon#")
                                .with())
                        .results(OpResult.updated("var"), OpResult.updated("meanSquare"), OpResult.updated("moment"))
                        .document("meanSquare' = ρ meanSquare + (1 - ρ) g², moment' = momentum · moment + lr · g /"
                                + " √(meanSquare' + ε), var' = var - moment'");
            case "ApplyAdagradV2" ->
                step(name, OptimizerOps::adagrad)
                        .parameters(parameters("var* accumulation lr# grad* epsilon#")
                                .with())
                        .results(OpResult.updated("var"), OpResult.updated("accumulation"))
                        .document("accumulation' = accumulation + g², var' = var - lr · g / (√accumulation' + ε)");
            case "AssignAdd" -> update(name, "Add").document("parameter + value, in place");
            case "AssignSub" -> update(name, "Sub").document("parameter - value, in place");
            default -> null;
        };
    }

    private static List<Node> adam(ExpansionBuilder b) throws TypeException {
        Moments old = new Moments(b);
        Node m = b.add(old.m, b.mul(b.sub(old.g, old.m), b.sub(1, b.operand("beta1"))));
        Node v = b.add(old.v, b.mul(b.sub(b.square(old.g), old.v), b.sub(1, b.operand("beta2"))));
        Node correction = b.div(b.op("Sqrt", b.sub(1, b.operand("beta2Power"))), b.sub(1, b.operand("beta1Power")));
        Node direction = m;
        if (b.flag("useNesterov")) {
            Node beta1 = b.operand("beta1");
            direction = b.add(b.mul(m, beta1), b.mul(old.g, b.sub(1, beta1)));
        }
        Node step = b.div(direction, b.add(b.op("Sqrt", v), b.operand("epsilon")));
        Node var = b.sub(like(b, "var", old.m), b.mul(step, b.mul(b.operand("lr"), correction)));
        return List.of(b.castLike(var, b.operand("var")), m, v);
    }

    private static List<Node> adamWeightDecay(ExpansionBuilder b) throws TypeException {
        Node beta1 = b.operand("beta1");
        Node beta2 = b.operand("beta2");
        Moments next = new Moments(b).moved(b, beta1, b.sub(1, beta1), beta2, b.sub(1, beta2));
        return List.of(decayed(b, next), next.m, next.v);
    }

    private static List<Node> adamApplyOneWithDecay(ExpansionBuilder b) throws TypeException {
        Moments next = moved(b);
        return List.of(next.v, next.m, decayed(b, next));
    }

    private static Moments moved(ExpansionBuilder b) throws TypeException {
        return new Moments(b)
                .moved(
                        b,
                        b.operand("beta1"),
                        b.operand("oneMinusBeta1"),
                        b.operand("beta2"),
                        b.operand("oneMinusBeta2"));
    }

    private static Node decayed(ExpansionBuilder b, Moments next) throws TypeException {
        Node var = like(b, "var", next.m);
        Node step = b.div(next.m, b.add(b.op("Sqrt", next.v), b.operand("epsilon")));
        Node direction = b.add(step, b.mul(var, b.operand("decay")));
        return b.castLike(b.sub(var, b.mul(direction, b.operand("lr"))), b.operand("var"));
    }

    private static List<Node> lambOptimizer(ExpansionBuilder b) throws TypeException {
        Moments next = moved(b);
        Node mean = b.div(next.m, oneMinusPower(b, "beta1"));
        Node variance = b.div(next.v, oneMinusPower(b, "beta2"));
        Node step = b.div(mean, b.add(b.op("Sqrt", variance), b.operand("epsilon")));
        Node decay = b.mul(b.operand("decay"), b.operand("doUseWeight"));
        return List.of(b.add(step, b.mul(like(b, "param", next.m), decay)), next.v, next.m);
    }

    private static Node oneMinusPower(ExpansionBuilder b, String beta) throws TypeException {
        Node exponent = b.mul(b.operand("steps"), b.op("Log", b.operand(beta)));
        return b.op("Neg", b.op("Expm1", exponent));
    }

    private static List<Node> lambWeight(ExpansionBuilder b) throws TypeException {
        Node update = b.operand("update");
        Node weightNorm = b.operand("weightNorm");
        Node gradNorm = b.operand("gradNorm");
        Node bothPositive = b.op("LogicalAnd", b.op("Greater", weightNorm, 0), b.op("Greater", gradNorm, 0));
        // Divides the update first: the quotient of the norms may be infinite, and an element of the update 0.
        Node direction = b.div(update, b.select(bothPositive, gradNorm, 1));
        Node step = b.mul(direction, b.mul(b.select(bothPositive, weightNorm, 1), b.operand("lr")));
        return List.of(b.castLike(b.sub(like(b, "param", update), step), b.operand("param")));
    }

    private static List<Node> momentum(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("accumulation");
        Node grad = like(b, "grad", old);
        Node accumulation = b.add(b.mul(old, b.operand("momentum")), grad);
        return descended(b, grad, accumulation);
    }

    private static List<Node> sgd(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("accumulation");
        Node grad = b.add(like(b, "grad", old), b.mul(like(b, "weight", old), b.operand("weightDecay")));
        Node added = b.mul(grad, b.sub(1, b.operand("dampening")));
        return descended(b, grad, b.add(b.mul(old, b.operand("momentum")), added));
    }

    private static List<Node> descended(ExpansionBuilder b, Node grad, Node accumulation) throws TypeException {
        Node direction = b.flag("useNesterov") ? b.add(grad, b.mul(accumulation, b.operand("momentum"))) : accumulation;
        Node weight = b.sub(like(b, "weight", accumulation), b.mul(direction, b.operand("lr")));
        return List.of(b.castLike(weight, b.operand("weight")), accumulation);
    }

    private static List<Node> rmsProp(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("meanSquare");
        Node grad = like(b, "grad", old);
        Node rho = b.operand("rho");
        Node meanSquare = b.add(b.mul(old, rho), b.mul(grad, b.mul(grad, b.sub(1, rho))));
        Node root = b.op("Sqrt", b.add(meanSquare, b.operand("epsilon")));
        Node step = b.div(b.mul(grad, b.operand("lr")), root);
        Node moment = b.add(b.mul(b.operand("moment"), b.operand("momentum")), step);
        Node var = b.sub(like(b, "var", old), moment);
        return List.of(b.castLike(var, b.operand("var")), meanSquare, moment);
    }

    private static List<Node> adagrad(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("accumulation");
        Node grad = like(b, "grad", old);
        Node accumulation = b.add(old, b.square(grad));
        Node root = b.add(b.op("Sqrt", accumulation), b.operand("epsilon"));
        Node var = b.sub(like(b, "var", old), b.div(b.mul(grad, b.operand("lr")), root));
        return List.of(b.castLike(var, b.operand("var")), accumulation);
    }

    /** Returns an operand in the dtype of the moments. */
    private static Node like(ExpansionBuilder b, String operand, Node moment) throws TypeException {
        return b.castLike(b.operand(operand), moment);
    }

    /** First and second moment, and the gradient in their dtype. */
    private record Moments(Node m, Node v, Node g) {

        Moments(ExpansionBuilder b) throws TypeException {
            this(b.operand("m"), b.operand("v"), b.castLike(b.operand("grad"), b.operand("m")));
        }

        Moments moved(ExpansionBuilder b, Node beta1, Node oneMinusBeta1, Node beta2, Node oneMinusBeta2)
                throws TypeException {
            Node nextM = b.add(b.mul(m, beta1), b.mul(g, oneMinusBeta1));
            Node nextV = b.add(b.mul(v, beta2), b.mul(g, b.mul(g, oneMinusBeta2)));
            return new Moments(nextM, nextV, g);
        }
    }

    /** Parameters by name: a star marks a tensor with its own dtype, a hash a number. */
    private record Parameters(List<OpParameter> operands) {

        OpParameter[] with(OpParameter... attributes) {
            List<OpParameter> parameters = new ArrayList<>(operands);
            parameters.addAll(List.of(attributes));
            return parameters.toArray(OpParameter[]::new);
        }
    }

    private static Parameters parameters(String names) {
        return new Parameters(Stream.of(names.split(" "))
                .map(name -> {
                    String bare = name.replaceAll("[*#]", "");
                    if (name.endsWith("#")) {
                        return number(bare);
                    }
                    return name.endsWith("*") ? tensor(bare, OpDtype.OWN) : tensor(bare);
                })
                .toList());
    }

    private static OpRowBuilder step(String name, Expansion expansion) {
        return OpRow.composites(name, expansion)
                .noGradient(NO_GRADIENT)
                .shape("the shapes of what is updated")
                .note(NOTE);
    }

    private static OpRowBuilder adamWithDecay(String name) {
        return step(name, OptimizerOps::adamApplyOneWithDecay)
                .parameters(parameters("grad* v m var* lr# beta1# oneMinusBeta1# beta2# oneMinusBeta2# decay# epsilon#")
                        .with());
    }

    private static OpRowBuilder update(String name, String op) {
        return OpRow.composite(
                        name,
                        b -> b.op(op, b.operand("parameter"), b.castLike(b.operand("value"), b.operand("parameter"))))
                .parameters(
                        tensor("parameter"),
                        new OpParameter("value", OpParameter.Kind.TENSOR, OpDtype.OWN, true, Optional.empty(), ""))
                .results(OpResult.updated("parameter"))
                .dtypes(DtypeClass.NUMBER)
                .shape("the shape of parameter");
    }
}
