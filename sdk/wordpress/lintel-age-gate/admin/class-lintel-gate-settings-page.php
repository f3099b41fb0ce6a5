<?php
/**
 * Settings → Age check.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The settings page. It works without JavaScript, with WordPress's own components.
 */
final class Lintel_Gate_Settings_Page {
	/** The page's slug, and the group that its form saves. Other parts of the plugin add sections to it. */
	const PAGE = 'lintel-age-gate';

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		add_action( 'admin_menu', array( self::class, 'menu' ) );
		add_action( 'admin_init', array( self::class, 'register' ), 5 );
		add_action( 'admin_notices', array( self::class, 'notice' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( LINTEL_GATE_FILE ), array( self::class, 'links' ) );
	}

	/**
	 * Adds the page to the menu.
	 */
	public static function menu(): void {
		add_options_page( __( 'Age check', 'lintel-age-gate' ), __( 'Age check', 'lintel-age-gate' ), 'manage_options', self::PAGE, array( self::class, 'page' ) );
	}

	/**
	 * The page's address.
	 */
	public static function address(): string {
		return admin_url( 'options-general.php?page=' . self::PAGE );
	}

	/**
	 * Adds a link to the list of plugins.
	 *
	 * @param array $links Links.
	 */
	public static function links( $links ): array {
		return array_merge( array( '<a href="' . esc_url( self::address() ) . '">' . esc_html__( 'Settings', 'lintel-age-gate' ) . '</a>' ), (array) $links );
	}

	/**
	 * Registers what the form saves. WordPress checks the nonce and the right to manage options.
	 */
	public static function register(): void {
		if ( false === get_option( Lintel_Gate_Settings::SECRET_OPTION ) ) {
			// Made here, because an option made by the form would be read with every page.
			add_option( Lintel_Gate_Settings::SECRET_OPTION, '', '', 'no' );
		}
		register_setting( self::PAGE, Lintel_Gate_Settings::OPTION, array( 'sanitize_callback' => array( Lintel_Gate_Settings::class, 'sanitize' ) ) );
		register_setting( self::PAGE, Lintel_Gate_Settings::SECRET_OPTION, array( 'sanitize_callback' => array( self::class, 'sanitize_secret' ) ) );

		add_settings_section( 'connection', __( 'Connection to Lintel', 'lintel-age-gate' ), array( self::class, 'about_connection' ), self::PAGE );
		self::field( 'connection', 'address', __( 'Lintel’s address', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'address' ) );
		self::field( 'connection', 'site_id', __( 'Site ID', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'site_id' ) );
		self::field( 'connection', 'threshold', __( 'Age', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'threshold' ) );
		self::field( 'connection', 'secret', __( 'Secret', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'secret' ) );

		add_settings_section( 'protected', __( 'What is behind the age check', 'lintel-age-gate' ), '__return_empty_string', self::PAGE );
		self::field( 'protected', '', __( 'Protect', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'scope' ) );
		self::field( 'protected', '', __( 'Pages', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'pages' ) );
		self::field( 'protected', 'more_pages', __( 'More posts and pages', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'more_pages' ) );
		self::field( 'protected', '', __( 'Categories', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'categories' ) );
		self::field( 'protected', '', __( 'Types of content', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'post_types' ) );
		self::field( 'protected', '', __( 'In lists, feeds and search results', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'titles' ) );
		self::field( 'protected', 'open_paths', __( 'Paths that stay open', 'lintel-age-gate' ), array( Lintel_Gate_Fields::class, 'open_paths' ) );
	}

	private static function field( string $section, string $id, string $label, callable $print ): void {
		$args = '' === $id ? array() : array( 'label_for' => 'lintel-gate-' . $id );
		add_settings_field( 'lintel_gate_' . ( '' === $id ? $print[1] : $id ), $label, $print, self::PAGE, $section, $args );
	}

	/**
	 * What the first section is for.
	 */
	public static function about_connection(): void {
		echo '<p>' . esc_html__( 'In Lintel’s console, under Sites, add a gate with this address:', 'lintel-age-gate' )
			. ' <code dir="ltr">' . esc_html( Lintel_Gate_Settings::origin() ) . '</code>. '
			. esc_html__( 'Then copy its ID, age and secret from there.', 'lintel-age-gate' ) . '</p>';
	}

	/**
	 * A secret as the form sent it. An empty field means: as it is.
	 *
	 * @param mixed $sent The field.
	 */
	public static function sanitize_secret( $sent ): string {
		$old  = (string) get_option( Lintel_Gate_Settings::SECRET_OPTION, '' );
		$sent = is_string( $sent ) ? trim( $sent ) : '';
		if ( '' === $sent || null !== Lintel_Gate_Cookie::key( $sent ) ) {
			return '' === $sent ? $old : $sent;
		}
		add_settings_error( Lintel_Gate_Settings::SECRET_OPTION, 'lintel_gate_secret', __( 'That is not a secret from Lintel’s console. It begins with gs_ and has 46 characters.', 'lintel-age-gate' ) );
		return $old;
	}

	/**
	 * Says so where the gate refuses everyone.
	 */
	public static function notice(): void {
		if ( current_user_can( 'manage_options' ) && Lintel_Gate_Settings::is_on() && ! Lintel_Gate_Settings::is_ready() ) {
			echo '<div class="notice notice-error"><p>'
				. esc_html__( 'The age check is on but not connected to Lintel, so visitors cannot open what it protects.', 'lintel-age-gate' )
				. ' <a href="' . esc_url( self::address() ) . '">' . esc_html__( 'Finish the settings', 'lintel-age-gate' ) . '</a></p></div>';
		}
	}

	/**
	 * Prints the page.
	 */
	public static function page(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			return;
		}
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
		echo '<form method="post" action="options.php">';
		settings_fields( self::PAGE );
		do_settings_sections( self::PAGE );
		submit_button();
		echo '</form><hr>';
		Lintel_Gate_Connection::panel();
		echo '<hr>';
		Lintel_Gate_Server_Rules::panel();
		echo '</div>';
	}
}
