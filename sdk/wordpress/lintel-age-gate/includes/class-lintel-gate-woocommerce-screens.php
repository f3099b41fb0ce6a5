<?php
/**
 * What the shop's staff see: the mark on products and categories, the settings, and the check on an order.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Screens of wp-admin.
 */
final class Lintel_Gate_WooCommerce_Screens {
	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		add_action( 'woocommerce_product_options_general_product_data', array( self::class, 'product_field' ) );
		add_action( 'woocommerce_admin_process_product_object', array( self::class, 'save_product' ) );
		add_action( 'product_cat_add_form_fields', array( self::class, 'new_category_field' ) );
		add_action( 'product_cat_edit_form_fields', array( self::class, 'category_field' ) );
		add_action( 'created_product_cat', array( self::class, 'save_category' ) );
		add_action( 'edited_product_cat', array( self::class, 'save_category' ) );
		add_action( 'woocommerce_admin_order_data_after_billing_address', array( self::class, 'order_line' ) );
		add_action( 'admin_init', array( self::class, 'settings' ) );
		add_action( 'admin_notices', array( self::class, 'notice' ) );
	}

	/**
	 * The checkbox in "Product data".
	 */
	public static function product_field(): void {
		global $product_object;
		woocommerce_wp_checkbox(
			array(
				'id'          => Lintel_Gate_WooCommerce_Products::PRODUCT_MARK,
				'label'       => __( 'Age check', 'lintel-age-gate' ),
				'description' => __( 'Ask customers to prove their age before they buy this product. All its variations are included.', 'lintel-age-gate' ),
				'value'       => $product_object ? $product_object->get_meta( Lintel_Gate_WooCommerce_Products::PRODUCT_MARK ) : '',
			)
		);
	}

	/**
	 * Saves it. WooCommerce has verified the form's nonce and the user's right, and saves the product afterwards.
	 *
	 * @param WC_Product $product The product.
	 */
	public static function save_product( $product ): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- verified by WooCommerce before this hook.
		if ( isset( $_POST[ Lintel_Gate_WooCommerce_Products::PRODUCT_MARK ] ) ) {
			$product->update_meta_data( Lintel_Gate_WooCommerce_Products::PRODUCT_MARK, 'yes' );
		} else {
			$product->delete_meta_data( Lintel_Gate_WooCommerce_Products::PRODUCT_MARK );
		}
	}

	/**
	 * The checkbox of a new category.
	 */
	public static function new_category_field(): void {
		echo '<div class="form-field">';
		self::category_checkbox( false );
		echo '</div>';
	}

	/**
	 * The checkbox of a category that exists.
	 *
	 * @param WP_Term $category The category.
	 */
	public static function category_field( $category ): void {
		echo '<tr class="form-field"><th scope="row">' . esc_html__( 'Age check', 'lintel-age-gate' ) . '</th><td>';
		self::category_checkbox( 'yes' === get_term_meta( $category->term_id, Lintel_Gate_WooCommerce_Products::CATEGORY_MARK, true ) );
		echo '</td></tr>';
	}

	/**
	 * Saves it.
	 *
	 * @param int $category_id The category.
	 */
	public static function save_category( $category_id ): void {
		$nonce = isset( $_POST['lintel_gate_category'] ) ? sanitize_key( $_POST['lintel_gate_category'] ) : '';
		// Categories are also saved by imports and by the REST API, which send no form and change no mark.
		if ( ! wp_verify_nonce( $nonce, 'lintel_gate_category' ) || ! current_user_can( 'edit_term', $category_id ) ) {
			return;
		}
		if ( isset( $_POST[ Lintel_Gate_WooCommerce_Products::CATEGORY_MARK ] ) ) {
			update_term_meta( $category_id, Lintel_Gate_WooCommerce_Products::CATEGORY_MARK, 'yes' );
		} else {
			delete_term_meta( $category_id, Lintel_Gate_WooCommerce_Products::CATEGORY_MARK );
		}
	}

	/**
	 * The order's screen says when the age was checked.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function order_line( $order ): void {
		$note = (string) $order->get_meta( Lintel_Gate_WooCommerce_Orders::NOTE );
		if ( '' !== $note ) {
			echo '<p><strong>' . esc_html__( 'Age checked:', 'lintel-age-gate' ) . '</strong> ' . esc_html( $note ) . '</p>';
		}
	}

	/**
	 * Says so where nobody can buy what is marked.
	 */
	public static function notice(): void {
		if ( current_user_can( 'manage_options' ) && ! Lintel_Gate_Settings::is_ready() && Lintel_Gate_WooCommerce_Products::has_any() ) {
			echo '<div class="notice notice-error"><p>'
				. esc_html__( 'The age check is not connected to Lintel, so nobody can buy the products that ask for it.', 'lintel-age-gate' )
				. ' <a href="' . esc_url( Lintel_Gate_Settings_Page::address() ) . '">' . esc_html__( 'Finish the settings', 'lintel-age-gate' ) . '</a></p></div>';
		}
	}

	/**
	 * The shop's part of the plugin's settings page; without WooCommerce there is none.
	 */
	public static function settings(): void {
		// A form without these fields would save the settings as empty.
		if ( ! class_exists( 'WooCommerce' ) ) {
			return;
		}
		register_setting( Lintel_Gate_Settings_Page::PAGE, Lintel_Gate_WooCommerce_Products::OPTION, array( 'sanitize_callback' => array( self::class, 'sanitize' ) ) );
		add_settings_section( 'lintel_gate_woocommerce', __( 'WooCommerce', 'lintel-age-gate' ), array( self::class, 'section_text' ), Lintel_Gate_Settings_Page::PAGE );
		add_settings_field(
			'lintel_gate_woocommerce_products',
			__( 'Age check at the checkout', 'lintel-age-gate' ),
			array( self::class, 'radio' ),
			Lintel_Gate_Settings_Page::PAGE,
			'lintel_gate_woocommerce',
			array(
				'name'    => 'products',
				'legend'  => __( 'Age check at the checkout', 'lintel-age-gate' ),
				'options' => array(
					'marked' => __( 'For the products and categories that I mark', 'lintel-age-gate' ),
					'all'    => __( 'For every product', 'lintel-age-gate' ),
				),
			)
		);
		add_settings_field(
			'lintel_gate_woocommerce_pages',
			__( 'Their pages in the shop', 'lintel-age-gate' ),
			array( self::class, 'radio' ),
			Lintel_Gate_Settings_Page::PAGE,
			'lintel_gate_woocommerce',
			array(
				'name'    => 'pages',
				'legend'  => __( 'Their pages in the shop', 'lintel-age-gate' ),
				'options' => array(
					'open'   => __( 'Everyone can see them', 'lintel-age-gate' ),
					'closed' => __( 'Only visitors who proved their age can see them', 'lintel-age-gate' ),
				),
			)
		);
	}

	/**
	 * How products are marked.
	 */
	public static function section_text(): void {
		echo '<p>' . esc_html__( 'To mark a product, tick “Age check” in its product data. To mark a category with everything in it, edit the category under Products.', 'lintel-age-gate' ) . '</p>';
	}

	/**
	 * A choice of one.
	 *
	 * @param array{name: string, legend: string, options: array<string, string>} $field The setting.
	 */
	public static function radio( $field ): void {
		echo '<fieldset><legend class="screen-reader-text">' . esc_html( $field['legend'] ) . '</legend>';
		foreach ( $field['options'] as $value => $label ) {
			printf(
				'<label><input type="radio" name="%1$s[%2$s]" value="%3$s"%4$s> %5$s</label><br>',
				esc_attr( Lintel_Gate_WooCommerce_Products::OPTION ),
				esc_attr( $field['name'] ),
				esc_attr( $value ),
				checked( Lintel_Gate_WooCommerce_Products::setting( $field['name'] ), $value, false ),
				esc_html( $label )
			);
		}
		echo '</fieldset>';
	}

	/**
	 * Keeps only what the page offers.
	 *
	 * @param mixed $given What was posted.
	 */
	public static function sanitize( $given ): array {
		$given = is_array( $given ) ? $given : array();
		return array(
			'products' => isset( $given['products'] ) && 'all' === $given['products'] ? 'all' : 'marked',
			'pages'    => isset( $given['pages'] ) && 'closed' === $given['pages'] ? 'closed' : 'open',
		);
	}

	/**
	 * The checkbox of a category.
	 *
	 * @param bool $is_marked Whether the category is marked.
	 */
	private static function category_checkbox( bool $is_marked ): void {
		wp_nonce_field( 'lintel_gate_category', 'lintel_gate_category', false );
		printf(
			'<label><input type="checkbox" name="%1$s" value="yes" %2$s> %3$s</label><p class="description">%4$s</p>',
			esc_attr( Lintel_Gate_WooCommerce_Products::CATEGORY_MARK ),
			checked( $is_marked, true, false ),
			esc_html__( 'Ask for an age check', 'lintel-age-gate' ),
			esc_html__( 'Customers prove their age before they buy anything in this category or in the categories inside it.', 'lintel-age-gate' )
		);
	}
}
