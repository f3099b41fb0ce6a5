<?php
/**
 * Rules to copy into the web server: uploaded files never reach WordPress without one.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Prints rules for nginx and Apache.
 */
final class Lintel_Gate_Server_Rules {
	/**
	 * Prints the panel.
	 */
	public static function panel(): void {
		echo '<h2>' . esc_html__( 'Uploaded files', 'lintel-age-gate' ) . '</h2><p>'
			. esc_html__( 'Your web server hands out uploaded files without asking WordPress. With one of these rules, files of protected content need the age check too.', 'lintel-age-gate' ) . '</p>';
		self::rule( 'nginx', __( 'nginx: inside the server block', 'lintel-age-gate' ), self::nginx( Lintel_Gate_Uploads::folder()['path'], self::home() ) );
		self::rule( 'apache', __( 'Apache: in .htaccess, above “# BEGIN WordPress”', 'lintel-age-gate' ), self::apache( Lintel_Gate_Uploads::folder()['path'], self::home() ) );
		echo '<p>' . esc_html__( 'If nginx keeps copies of pages (fastcgi_cache), visitors with proof should pass them by:', 'lintel-age-gate' ) . '</p>';
		self::rule( 'nginx-cache', __( 'nginx: beside fastcgi_cache', 'lintel-age-gate' ), self::nginx_cache() );
	}

	/**
	 * The rule for nginx. A file goes through index.php, whose address stays the file's.
	 *
	 * @param string $path Path of the uploads on this host.
	 * @param string $home Path of WordPress on this host; empty at its root.
	 */
	public static function nginx( string $path, string $home = '' ): string {
		return "# Before every other location of these files, such as one for pictures.\nlocation ^~ $path/ {\n    rewrite ^ $home/index.php last;\n}\n";
	}

	/**
	 * The rule for Apache, which compares with the path below the folder of the .htaccess. A file system may take capitals
	 * for the same file.
	 *
	 * @param string $path Path of the uploads on this host.
	 * @param string $home Path of WordPress on this host; empty at its root.
	 */
	public static function apache( string $path, string $home = '' ): string {
		$below = 0 === strpos( $path, $home . '/' ) ? substr( $path, strlen( $home ) + 1 ) : ltrim( $path, '/' );
		return "<IfModule mod_rewrite.c>\nRewriteEngine On\nRewriteRule ^$below/ index.php [NC,L]\n</IfModule>\n";
	}

	private static function home(): string {
		return rtrim( (string) wp_parse_url( home_url(), PHP_URL_PATH ), '/' );
	}

	/**
	 * Lines that make nginx's cache of pages pass visitors with proof by.
	 */
	public static function nginx_cache(): string {
		return "set \$skip_cache 0;\nif (\$http_cookie ~ \"__Host-lintel_gate_\") {\n    set \$skip_cache 1;\n}\nfastcgi_cache_bypass \$skip_cache;\nfastcgi_no_cache \$skip_cache;\n";
	}

	private static function rule( string $id, string $label, string $rule ): void {
		printf(
			'<p><label for="lintel-gate-rule-%1$s">%2$s</label></p><textarea id="lintel-gate-rule-%1$s" class="large-text code" dir="ltr" rows="%3$d" readonly>%4$s</textarea>',
			esc_attr( $id ),
			esc_html( $label ),
			(int) substr_count( $rule, "\n" ) + 1,
			esc_textarea( $rule )
		);
	}
}
